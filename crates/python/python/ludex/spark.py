"""The functions of Ludex for Spark, in SQL and for DataFrames.

::

    import ludex.spark
    functions = ludex.spark.register(spark)
    spark.sql("select sudoku_name(puzzle) as name, count(*) from puzzles group by name")
    frame.select(functions["xiangqi_name"]("fen"))

PySpark 4.1 or later with pyarrow; the wheel must be installed on every worker. A column is handed over as Arrow, batch by
batch, and each worker answers on its own core. A value that is refused gives null, and ``ludex_check`` tells why.
"""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, List

from . import _ludex

def _spark_type(returns: str) -> str:
    """What Spark calls the type of an answer: its whole numbers have a sign, and only sums, in lists, need the 64th bit."""
    if returns.startswith("List"):
        return "array<string>" if "Utf8" in returns else "array<decimal(20,0)>"
    if returns.startswith("Struct"):
        return "struct<success: bigint, total: bigint, percent: double>"
    return {"Utf8": "string", "UInt64": "bigint", "Boolean": "boolean"}[returns]


def register(spark: Any, strict: bool = False) -> Dict[str, Any]:
    """Register every function with a session; gives them by name, for DataFrames.

    With ``strict`` a value that is refused ends the job with its reason, instead of giving null.
    """
    from pyspark.sql.functions import ArrowUDFType, arrow_udf

    made = {}
    for entry in _ludex.functions():
        name, kind = entry["sql_name"], _spark_type(entry["returns"])
        answer = _answerer(entry["family"], entry["name"], kind, strict)
        with warnings.catch_warnings():
            # Spark would rather read the type from hints, which cannot say "any number of columns" in all its versions.
            warnings.simplefilter("ignore", UserWarning)
            function = arrow_udf(answer, kind, ArrowUDFType.SCALAR)
        made[name] = spark.udf.register(name, function)
    return made


def _answerer(family: str, name: str, kind: str, strict: bool) -> Callable[..., Any]:
    def answer(*columns: Any) -> Any:
        import ludex.spark

        return ludex.spark._answer(family, name, kind, list(columns), strict)

    return answer


def _answer(family: str, name: str, kind: str, columns: List[Any], strict: bool) -> Any:
    import pyarrow

    # A task has one core: more threads would take those of other tasks.
    answers = pyarrow.array(_ludex.call(family, name, columns, strict, 1))
    if kind == "bigint":
        return answers.cast(pyarrow.int64())
    if kind.startswith("array<decimal"):
        return answers.cast(pyarrow.list_(pyarrow.decimal128(20, 0)))
    if kind.startswith("struct"):
        success, total, percent = (answers.field(i) for i in range(3))
        fields = [success.cast(pyarrow.int64()), total.cast(pyarrow.int64()), percent]
        return pyarrow.StructArray.from_arrays(fields, ["success", "total", "percent"], mask=answers.is_null())
    return answers
