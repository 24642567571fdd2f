"""Name the rows of a DuckDB query, and query the answers.

Run: python duckdb_names.py
"""

import duckdb
import ludex
import pyarrow as pa

connection = duckdb.connect()
connection.execute(
    """
    create table positions as select * from (values
        ('R U R'' U'''),
        ('L'' U'' L U'),
        ('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'),
        ('nothing')
    ) as t(position)
    """
)

# A relation of one column goes in, a relation comes out.
print(ludex.name(connection.table("positions")))

# Side by side with the positions: columns of one table, which DuckDB reads where it lies.
column = connection.table("positions").to_arrow_table().column("position")
answers = pa.table({"position": column, "name": ludex.name(column), "reason": ludex.check(column)})
query = "select name, count(*) as n from answers where name is not null group by name order by n desc"
rows = connection.execute(query).fetchall()
print(rows)
assert rows[0] == ("cube3:06NrHEWiu08", 2), rows
assert connection.execute("select count(*) from answers where reason is not null").fetchall() == [(1,)]
