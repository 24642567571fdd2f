//! `/v1/tetris/setups`, `sets`, `tags`, `wanted-saves`, `jobs`: the setup database, its whole life.
//!
//! | file | operations |
//! |--|--|
//! | `find` | which setups can I build, the next step, the quiz |
//! | `read` | list, one setup, the tree, statistics, path files |
//! | `edit` | add, change, remove, mirror |
//! | `parts` | links, variants, translations |
//! | `sets` | sets, their members, parents, tags and translations |
//! | `words` | tags and wanted saves |
//! | `jobs` | statistics by our own solver |
//! | `worth` | what setups are worth together |
//!
//! Readers read all; writing needs an editor; tags and wanted saves an admin.

pub(crate) mod edit;
pub(crate) mod find;
pub(crate) mod jobs;
pub(crate) mod parts;
pub(crate) mod read;
pub(crate) mod sets;
pub(crate) mod words;
pub(crate) mod worth;

use crate::state::App;
use ludex_setups::Rules;
use ludex_store::Result;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All operations on the setup database.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, edit::add))
        .routes(routes!(find::find))
        .routes(routes!(find::quiz))
        .routes(routes!(read::tree))
        .routes(routes!(read::stats))
        .routes(routes!(worth::learn))
        .routes(routes!(worth::clears))
        .routes(routes!(worth::worth))
        .routes(routes!(read::get, edit::change, edit::remove))
        .routes(routes!(read::statistics))
        .routes(routes!(read::path_file))
        .routes(routes!(find::next))
        .routes(routes!(edit::mirror, edit::add_mirror))
        .routes(routes!(parts::link, parts::unlink))
        .routes(routes!(parts::variants, parts::add_variant))
        .routes(routes!(parts::remove_variant))
        .routes(routes!(parts::translations))
        .routes(routes!(parts::translate, parts::remove_translation))
        .routes(routes!(sets::tree))
        .routes(routes!(sets::get, sets::put, sets::remove))
        .routes(routes!(sets::add_member, sets::remove_member))
        .routes(routes!(sets::link, sets::unlink))
        .routes(routes!(sets::tag, sets::untag))
        .routes(routes!(sets::translate))
        .routes(routes!(words::tags))
        .routes(routes!(words::add_tag, words::remove_tag))
        .routes(routes!(words::saves, words::add_save, words::remove_save))
        .routes(routes!(jobs::list, jobs::begin))
        .routes(routes!(jobs::get, jobs::cancel))
}

/// Kick table and hold, under which statistics are kept; `use` and `avoid` are other words for any and none.
pub(crate) fn rules(kicks: Option<&str>, hold: Option<&str>) -> Result<Rules> {
    let hold = match hold {
        Some("use") | None => "any",
        Some("avoid") => "none",
        Some(other) => other,
    };
    Ok(Rules { kicks: kicks.unwrap_or("srs180").parse()?, hold: hold.parse()? })
}
