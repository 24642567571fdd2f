//! The one way a refusal leaves the program: as an error, told once in `main`, with exit code 1.

use ludex_core::Refusal;

/// An item of the command line that was not taken.
#[derive(Debug)]
pub(crate) struct Refused(Refusal);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Refused {}

/// Turns a refusal into the error that ends the run.
pub(crate) trait OrRefuse<T> {
    /// The value, or the end of the run with exit code 1.
    fn or_refuse(self) -> anyhow::Result<T>;
}

impl<T, E: Into<Refusal>> OrRefuse<T> for Result<T, E> {
    fn or_refuse(self) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::Error::new(Refused(error.into())))
    }
}

/// Whether an error is a refusal: exit code 1, not 2.
pub(crate) fn is_refusal(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<Refused>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_refusal_is_told_apart_even_in_context() {
        let refused: Result<(), Refusal> = Err(Refusal::new("no"));
        let error = refused.or_refuse().context("A").unwrap_err();
        assert!(is_refusal(&error));
        assert_eq!(format!("{error:#}"), "A: no");
        assert!(!is_refusal(&anyhow::anyhow!("no")));
    }
}
