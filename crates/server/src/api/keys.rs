//! `/v1/keys`, `/v1/session`, `/v1/audit`: who may, and who did.

use super::body;
use crate::audit::{self, Entry};
use crate::keys::{self, Key, Role};
use crate::problem::{Problem, ProblemBody};
use crate::session;
use crate::state::App;
use crate::who::Who;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

/// A key to be made.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"role": "editor", "label": "Ada"}))]
pub(crate) struct NewKey {
    /// reader, editor or admin.
    role: String,
    /// Whose it is.
    label: String,
}

/// A key that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct MadeKey {
    /// What is kept of it.
    #[serde(flatten)]
    key: Key,
    /// The key itself. It cannot be shown again.
    secret: String,
}

fn now() -> i64 {
    crate::log::now() as i64
}

/// All keys
#[utoipa::path(get, path = "/v1/keys", tag = "access", security(("key" = ["admin"])), responses(
    (status = 200, description = "All keys, the oldest first", body = Vec<Key>),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<Key>>, Problem> {
    Ok(Json(app.store(|setups| keys::list(setups.store())).await?))
}

/// Make a key
#[utoipa::path(post, path = "/v1/keys", tag = "access", security(("key" = ["admin"])), request_body = NewKey, responses(
    (status = 201, description = "The key, shown once", body = MadeKey),
    (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 422, description = "No such role, or no label", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn add(State(app): State<App>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let asked: NewKey = body::json(&app, &headers, body).await?;
    let role: Role = asked.role.parse()?;
    let (key, secret) = app.store(move |setups| keys::add(setups.store(), role, &asked.label, now())).await?;
    let mut response = (StatusCode::CREATED, Json(MadeKey { key, secret })).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Revoke a key
#[utoipa::path(delete, path = "/v1/keys/{id}", tag = "access", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the key", example = "k0123456789")), responses(
    (status = 204, description = "It is good no longer"),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 404, description = "No such key", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn revoke(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    app.store(move |setups| keys::revoke(setups.store(), &id, now())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A page of the audit trail.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditPage {
    /// Only writes before this number: the last of the page before.
    before: Option<i64>,
    /// At most so many, 1 to 1000 (default: 100).
    limit: Option<i64>,
}

/// Who wrote what
#[utoipa::path(get, path = "/v1/audit", tag = "access", security(("key" = ["admin"])), params(AuditPage), responses(
    (status = 200, description = "Writes, the latest first", body = Vec<Entry>),
    (status = 401, description = "No key", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 403, description = "Another role", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn audit(
    State(app): State<App>,
    page: Result<Query<AuditPage>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Vec<Entry>>, Problem> {
    let Query(page) = page.map_err(|error| Problem::bad_request(error.body_text()))?;
    let limit = page.limit.unwrap_or(100).clamp(1, 1000);
    Ok(Json(app.store(move |setups| audit::list(setups.store(), page.before, limit)).await?))
}

/// A key on its way into a browser.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"key": "ludex_0123"}))]
pub(crate) struct Login {
    /// The key.
    key: String,
}

/// Who is asking.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Me {
    /// What they may do.
    role: Role,
    /// The id of their key, `local` or `anonymous`.
    who: String,
    /// What every write of a page must send as `x-csrf-token`, besides the cookie.
    csrf: Option<String>,
}

/// Who am I
#[utoipa::path(get, path = "/v1/session", tag = "access", responses((status = 200, description = "Role and token", body = Me)))]
pub(crate) async fn me(who: Who) -> impl IntoResponse {
    let csrf = who.session.as_ref().map(|session| session.csrf.clone());
    ([(header::CACHE_CONTROL, "no-store")], Json(Me { role: who.role, who: who.name, csrf }))
}

/// Begin a session: a key becomes a cookie
#[utoipa::path(post, path = "/v1/session", tag = "access", request_body = Login, responses(
    (status = 200, description = "The cookie is set", body = Me),
    (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
    (status = 401, description = "The key is not good", body = ProblemBody<'static>, content_type = "application/problem+json"),
))]
pub(crate) async fn begin(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    // JSON only: a form of another site cannot send it.
    let login: Login = body::json(&app, &headers, body).await?;
    let begun = app.store(move |setups| session::begin(setups.store(), &login.key, now())).await?;
    let (cookie, session) = begun.ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "the key is not good: it is unknown or was revoked")
    })?;
    let me = Me { role: session.role, who: session.key, csrf: Some(session.csrf) };
    let mut response = Json(me).into_response();
    set_cookie(&app, response.headers_mut(), &cookie, session::LASTS);
    Ok(response)
}

/// End the session
#[utoipa::path(delete, path = "/v1/session", tag = "access", responses((status = 204, description = "The cookie is good no longer")))]
pub(crate) async fn end(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    if let Some((_, cookie)) = pairs.find(|(name, _)| *name == session::COOKIE) {
        let cookie = cookie.to_owned();
        app.store(move |setups| session::end(setups.store(), &cookie)).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, response.headers_mut(), "", 0);
    Ok(response)
}

fn set_cookie(app: &App, headers: &mut HeaderMap, value: &str, seconds: i64) {
    // Behind a proxy the page comes by TLS, and the cookie must not travel without.
    let secure = if app.config.behind_proxy { "; Secure" } else { "" };
    let text =
        format!("{}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}", session::COOKIE);
    headers.extend(HeaderValue::try_from(text).map(|value| (header::SET_COOKIE, value)).ok());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
