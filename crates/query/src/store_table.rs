//! The store as a table, read only.

use async_trait::async_trait;
use datafusion::arrow::array::{ArrayRef, Float64Builder, Int64Builder, RecordBatch, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use ludex_store::{Query, Record, Store, StoreError};
use std::sync::Arc;

/// Records of a batch.
const BATCH: usize = 8192;

/// The records of a store, in the order of their names.
#[derive(Debug)]
pub struct StoreTable {
    place: String,
    schema: SchemaRef,
}

impl StoreTable {
    /// The table of a store.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(place: &str) -> std::result::Result<StoreTable, StoreError> {
        Store::open_to_read(place)?;
        let text = |name: &str| Field::new(name, DataType::Utf8, true);
        let number = |name: &str| Field::new(name, DataType::Int64, true);
        let schema = Schema::new(vec![
            Field::new("name", DataType::Utf8, false),
            text("position"),
            number("count"),
            number("first_seen"),
            number("last_seen"),
            text("source"),
            text("solution"),
            Field::new("rating", DataType::Float64, true),
            number("length"),
            number("score"),
            text("facts"),
        ]);
        Ok(StoreTable { place: place.to_owned(), schema: Arc::new(schema) })
    }
}

#[async_trait]
impl TableProvider for StoreTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    /// Ranges of names are the store's to find; the engine looks again, since the store's ends are wider.
    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let mut query = Query::default();
        let pushed = |filter: &&Expr| match narrow(&mut query, filter) {
            true => TableProviderFilterPushDown::Inexact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(pushed).collect())
    }

    async fn scan(
        &self,
        _state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mut query = Query::default();
        for filter in filters {
            narrow(&mut query, filter);
        }
        let partition = Partition { place: self.place.clone(), schema: Arc::clone(&self.schema), query };
        let exec = StreamingTableExec::try_new(
            Arc::clone(&self.schema),
            vec![Arc::new(partition)],
            projection,
            [],
            false,
            limit,
        )?;
        Ok(Arc::new(exec))
    }
}

/// Narrows a question to what a condition on the name lets through, where it is one.
fn narrow(query: &mut Query, filter: &Expr) -> bool {
    let Expr::BinaryExpr(BinaryExpr { left, op, right }) = filter else { return false };
    let (column, value, op) = match (left.as_ref(), right.as_ref()) {
        (Expr::Column(column), Expr::Literal(value, _)) => (column, value, Some(*op)),
        (Expr::Literal(value, _), Expr::Column(column)) => (column, value, op.swap()),
        _ => return false,
    };
    let (ScalarValue::Utf8(Some(text))
    | ScalarValue::Utf8View(Some(text))
    | ScalarValue::LargeUtf8(Some(text))) = value
    else {
        return false;
    };
    if column.name != "name" {
        return false;
    }
    let raise = |from: &mut Option<String>| {
        if from.as_ref().is_none_or(|there| there < text) {
            *from = Some(text.clone());
        }
    };
    let lower = |to: &mut Option<String>| {
        if to.as_ref().is_none_or(|there| there > text) {
            *to = Some(text.clone());
        }
    };
    match op {
        Some(Operator::Eq) => {
            raise(&mut query.from);
            lower(&mut query.to);
        }
        Some(Operator::Gt | Operator::GtEq) => raise(&mut query.from),
        Some(Operator::Lt | Operator::LtEq) => lower(&mut query.to),
        _ => return false,
    }
    true
}

#[derive(Debug)]
struct Partition {
    place: String,
    schema: SchemaRef,
    query: Query,
}

impl PartitionStream for Partition {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut builder = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), 2);
        let (place, schema, query) = (self.place.clone(), Arc::clone(&self.schema), self.query.clone());
        let sender = builder.tx();
        builder.spawn_blocking(move || {
            let failed = |error: StoreError| DataFusionError::Execution(error.to_string());
            let mut store = Store::open_to_read(&place).map_err(failed)?;
            let mut rows = Rows::default();
            let mut trouble = None;
            let read = store.query(&query, &mut |record| {
                rows.push(&record);
                if rows.count < BATCH {
                    return Ok(true);
                }
                match rows.finish(&schema) {
                    // Nobody listens any more where it cannot be sent: a limit was reached.
                    Ok(batch) => Ok(sender.blocking_send(Ok(batch)).is_ok()),
                    Err(error) => {
                        trouble = Some(error);
                        Ok(false)
                    }
                }
            });
            read.map_err(failed)?;
            if let Some(error) = trouble {
                return Err(error);
            }
            if rows.count > 0 {
                let _ = sender.blocking_send(Ok(rows.finish(&schema)?));
            }
            Ok(())
        });
        builder.build()
    }
}

/// Records on their way into columns.
#[derive(Default)]
struct Rows {
    count: usize,
    name: StringBuilder,
    position: StringBuilder,
    numbers: [Int64Builder; 3],
    source: StringBuilder,
    solution: StringBuilder,
    rating: Float64Builder,
    facts: [Int64Builder; 2],
    other: StringBuilder,
}

impl Rows {
    fn push(&mut self, record: &Record) {
        self.count += 1;
        self.name.append_value(record.name.to_string());
        self.position.append_option(record.position.as_deref());
        for (column, number) in
            self.numbers.iter_mut().zip([record.count, record.first_seen, record.last_seen])
        {
            column.append_value(number);
        }
        self.source.append_option(record.source.as_deref());
        let facts = &record.facts;
        self.solution.append_option(facts.solution.as_deref());
        self.rating.append_option(facts.rating);
        for (column, number) in self.facts.iter_mut().zip([facts.length, facts.score]) {
            column.append_option(number);
        }
        let other =
            (!facts.other.is_empty()).then(|| serde_json::Value::Object(facts.other.clone()).to_string());
        self.other.append_option(other);
    }

    fn finish(&mut self, schema: &SchemaRef) -> Result<RecordBatch> {
        self.count = 0;
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.name.finish()), Arc::new(self.position.finish())];
        columns.extend(self.numbers.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.source.finish()));
        columns.push(Arc::new(self.solution.finish()));
        columns.push(Arc::new(self.rating.finish()));
        columns.extend(self.facts.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.other.finish()));
        Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
    }
}
