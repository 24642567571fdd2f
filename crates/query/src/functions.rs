//! The functions of `ludex-arrow` as functions of SQL: one adapter over their list, and nothing besides.

use crate::stop::Listening;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use ludex_arrow::{Error, Function, Input, Settings};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A function of the list, as DataFusion wants it.
#[derive(Debug)]
struct Adapter {
    function: &'static Function,
    name: String,
    threads: usize,
    /// Whether a refused value ends the question.
    strict: bool,
    signature: Signature,
}

impl PartialEq for Adapter {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Adapter {}

impl Hash for Adapter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Adapter {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Columns are taken in whatever type they come: a cast would only copy them. What is wrong with them is said by
    /// the type of the answer, without the engine's words around it.
    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        Ok(given.to_vec())
    }

    fn return_type(&self, given: &[DataType]) -> Result<DataType> {
        self.function.return_type_of(given).map_err(|error| DataFusionError::Plan(error.to_string()))
    }

    fn invoke_with_args(&self, given: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = given.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if constant { 1 } else { given.number_rows };
        let input = |(i, value): (usize, &ColumnarValue)| -> Result<Input> {
            Ok(match value {
                ColumnarValue::Array(array) => Input::from(Arc::clone(array)),
                // Of a list that is given alone every element is answered, which only a column can be.
                ColumnarValue::Scalar(value) if constant && i == 0 => value.to_array_of_size(1)?.into(),
                ColumnarValue::Scalar(value) => Input::scalar(value.to_array_of_size(1)?),
            })
        };
        let inputs = given.args.iter().enumerate().map(input).collect::<Result<Vec<_>>>()?;
        let settings =
            Settings::default().with_threads(self.threads).with_strict(self.strict).with_progress(&Listening);
        let answers = self.function.call(&inputs, rows, &settings).map_err(|error| {
            // The engine takes rows in batches: which one of a batch it is helps nobody.
            DataFusionError::Execution(match error {
                Error::Refused { reason, .. } => format!("--strict: {}: {reason}", self.name),
                error => error.to_string(),
            })
        })?;
        if constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?));
        }
        Ok(ColumnarValue::Array(answers))
    }
}

/// Every function, each call on so many threads (0 stands for all cores): they are shared, so that calls at the
/// same time use no more than that together.
#[must_use]
pub fn functions(threads: usize) -> Vec<Arc<ScalarUDF>> {
    functions_that(threads, false)
}

/// The same; a value that is refused ends the question where they are strict.
#[must_use]
pub fn functions_that(threads: usize, strict: bool) -> Vec<Arc<ScalarUDF>> {
    let adapter = |function: &'static Function| Adapter {
        function,
        name: function.sql_name(),
        threads,
        strict,
        signature: Signature::user_defined(Volatility::Immutable),
    };
    ludex_arrow::functions().iter().map(|function| Arc::new(ScalarUDF::from(adapter(function)))).collect()
}

/// Gives every function to a session, a scheduler or an executor.
///
/// # Errors
/// When the registry takes none.
pub fn register(registry: &mut dyn FunctionRegistry, threads: usize) -> Result<()> {
    functions(threads).into_iter().try_for_each(|function| registry.register_udf(function).map(drop))
}
