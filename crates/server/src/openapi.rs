//! The API as a document, made from the handlers.

use utoipa::OpenApi;

/// What no handler says: the title and the tags.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludex",
        description = "Names for puzzle positions: the same name for every disguise, and a way back. \
            Whatever is refused is answered with application/problem+json, in the sentence the program \
            would print.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "items", description = "Positions and names of any family"),
        (name = "records", description = "What was seen before"),
        (name = "server", description = "The server itself")
    ),
    components(schemas(crate::problem::ProblemBody<'_>))
)]
pub(crate) struct Document;
