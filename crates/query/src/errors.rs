//! Errors of the engine, in one line.

use datafusion::common::DataFusionError;

/// What is wrong, without the engine's talk of where inside itself it noticed.
#[must_use]
pub fn plain(error: DataFusionError) -> anyhow::Error {
    let text = match error.find_root() {
        DataFusionError::Plan(text)
        | DataFusionError::Execution(text)
        | DataFusionError::NotImplemented(text)
        | DataFusionError::Configuration(text)
        | DataFusionError::ResourcesExhausted(text) => text.clone(),
        DataFusionError::External(cause) => cause.to_string(),
        DataFusionError::ArrowError(cause, _) => cause.to_string(),
        other => other.strip_backtrace(),
    };
    let text: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    anyhow::anyhow!("{}", text.join("; "))
}
