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
        (name = "sudoku", description = "Ranks, grids, puzzles, how hard they are"),
        (name = "tetris", description = "Queues, the perfect-clear solver, saves, fumens"),
        (name = "setups", description = "The setup database: find, edit, compute"),
        (name = "cube", description = "Scrambles, checks, views"),
        (name = "xiangqi", description = "Moves, verdicts, the engine, games, what was seen"),
        (name = "access", description = "Keys, sessions, and who wrote what"),
        (name = "server", description = "The server itself")
    ),
    components(schemas(crate::problem::ProblemBody<'_>)),
    modifiers(&Key)
)]
pub(crate) struct Document;

/// How a key is shown.
struct Key;

impl utoipa::Modify for Key {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let parts = document.components.get_or_insert_default();
        parts.add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}
