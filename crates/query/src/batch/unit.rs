//! A unit of the input as a table.

use super::manifest::{Source, Unit};
use crate::files::{Files, columns};
use crate::kind::Format;
use anyhow::{Context, bail};
use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::FileScanConfigBuilder;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{Expr, TableType};
use datafusion::object_store::path::Path as ObjectPath;
use datafusion::physical_plan::ExecutionPlan;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Columns that are taken for the positions where none is asked for.
const USUAL: [&str; 7] = ["text", "line", "position", "puzzle", "fen", "fumen", "item"];

/// The table of a unit, and the column that holds its positions.
pub(crate) async fn table(
    state: &dyn Session,
    source: &Source,
    unit: &Unit,
    column: Option<&str>,
) -> anyhow::Result<(Arc<dyn TableProvider>, String)> {
    let path = PathBuf::from(&source.path);
    let files = Files::of(std::slice::from_ref(&path))?;
    let schema = files.schema(state).await?;
    let column =
        position_column(&schema, files.kind.format, column).with_context(|| path.display().to_string())?;
    let table: Arc<dyn TableProvider> = match unit.range {
        None => Arc::new(files.table(state).await?),
        Some(range) => {
            Arc::new(Piece { path, bytes: source.bytes, range, format: files.format(state)?, schema })
        }
    };
    Ok((table, column))
}

fn position_column(schema: &SchemaRef, format: Format, wanted: Option<&str>) -> anyhow::Result<String> {
    let is_text = |data_type: &DataType| match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, value) => value.is_string(),
        _ => false,
    };
    // Lines have one column, whatever is asked for of other files of the same run.
    let wanted = wanted.filter(|_| format != Format::Text);
    if let Some(wanted) = wanted {
        let Ok(field) = schema.field_with_name(wanted) else {
            bail!("there is no column {wanted:?}; its columns are {}", columns(schema));
        };
        if !is_text(field.data_type()) {
            bail!("the column {wanted:?} is {}, and positions are texts", field.data_type());
        }
        return Ok(wanted.to_owned());
    }
    let texts: Vec<&str> = schema
        .fields()
        .iter()
        .filter(|field| is_text(field.data_type()))
        .map(|field| field.name().as_str())
        .collect();
    let usual = USUAL.iter().find(|usual| texts.contains(usual));
    match (texts.as_slice(), usual) {
        ([only], _) => Ok((*only).to_owned()),
        (_, Some(usual)) => Ok((*usual).to_owned()),
        ([], None) => bail!("no column of texts among {}", columns(schema)),
        _ => bail!("which column holds the positions? give --column, one of {}", texts.join(", ")),
    }
}

/// What begins in a range of a file.
#[derive(Debug)]
struct Piece {
    path: PathBuf,
    bytes: u64,
    range: (u64, u64),
    format: Arc<dyn FileFormat>,
    schema: SchemaRef,
}

#[async_trait]
impl TableProvider for Piece {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mut file = PartitionedFile::new(String::new(), self.bytes);
        file.object_meta.location = object_path(&self.path)?;
        // Files are far smaller than 2^63 bytes.
        let file = file.with_range(self.range.0 as i64, self.range.1 as i64);
        let source = self.format.file_source(TableSchema::from(&self.schema));
        let config = FileScanConfigBuilder::new(ObjectStoreUrl::local_filesystem(), source)
            .with_file(file)
            .with_projection_indices(projection.cloned())?
            .with_limit(limit)
            .build();
        self.format.create_physical_plan(state, config).await
    }
}

fn object_path(path: &Path) -> Result<ObjectPath> {
    ObjectPath::from_absolute_path(path)
        .map_err(|error| datafusion::common::DataFusionError::External(error.into()))
}
