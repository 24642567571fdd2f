//! The service file and the container file of this very version, for whoever runs an instance.

use crate::cache::Rendered;
use crate::state::App;
use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;

/// Where each is served, and what it holds.
const FILES: [(&str, &str); 2] = [
    ("/about/ludex.service", include_str!("../../../deploy/ludex.service")),
    ("/about/Containerfile", include_str!("../../../deploy/Containerfile")),
];

/// All files.
pub(crate) fn routes() -> Router<App> {
    FILES.into_iter().fold(Router::new(), |router, (path, text)| {
        let file = Rendered::new(text.to_owned(), "text/plain; charset=utf-8");
        let serve = async move |headers: HeaderMap| crate::api::item::answer(file, &headers, false);
        router.route(path, get(serve))
    })
}
