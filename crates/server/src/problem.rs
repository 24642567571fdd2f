//! What went wrong, as `application/problem+json` (RFC 9457): the same sentence and column as the program.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludex_core::Refusal;
use ludex_store::StoreError;
use serde::Serialize;

/// A refusal on its way out.
///
/// # Examples
/// ```
/// use ludex_server::problem::Problem;
/// let problem = Problem::from(ludex_core::Refusal::new("no position").at(3));
/// assert_eq!(problem.status.as_u16(), 422);
/// assert_eq!(problem.column, Some(3));
/// ```
#[derive(Debug, Clone)]
pub struct Problem {
    /// The status of the answer.
    pub status: StatusCode,
    /// What was read, where, and what would have been accepted, in one line.
    pub detail: String,
    /// The character at fault, counted from 1.
    pub column: Option<usize>,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
}

/// The body of a [`Problem`].
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProblemBody<'a> {
    /// Always `about:blank`: the title says what the status means.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The phrase of the status.
    pub title: &'a str,
    /// The status.
    pub status: u16,
    /// What was read, where, and what would have been accepted.
    pub detail: &'a str,
    /// The character at fault, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Problem {
    /// A problem with a status.
    #[must_use]
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem { status, detail: detail.into(), column: None, retry_after: None }
    }

    /// The request is not of its form.
    #[must_use]
    pub fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    /// There is nothing of this name.
    #[must_use]
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// The server has too much to do.
    #[must_use]
    pub fn busy(detail: impl Into<String>, seconds: u64) -> Problem {
        Problem { retry_after: Some(seconds), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail) }
    }

    /// The same refusal with another status.
    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Problem {
        self.status = status;
        self
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> ProblemBody<'_> {
        ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: &self.detail,
            column: self.column,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let column = refusal.column();
        Problem { column, ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, refusal.to_string()) }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::Missing { .. } => StatusCode::NOT_FOUND,
            StoreError::Rule(_) => StatusCode::CONFLICT,
            error if error.is_refusal() => StatusCode::UNPROCESSABLE_ENTITY,
            StoreError::Stopped(_) => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        if let StoreError::Open { .. } = error {
            crate::log::fault(&error.to_string());
            return Problem::busy("the store cannot be reached at present", 5);
        }
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            // Where the store lies is no business of a client; the log has it.
            crate::log::fault(&error.to_string());
            return Problem::new(status, "the store is in trouble; the log of the server says more");
        }
        Problem::new(status, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.body()).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(Told(self.detail));
        response
    }
}

/// The reason of a refusal, for the log.
#[derive(Debug, Clone)]
pub(crate) struct Told(pub(crate) String);
