//! The explorer in a headless Chromium: each family's main path, bad input, both languages, keyboard only,
//! phone size, dark, and what a page must keep so that everybody can use it.
//!
//! One Chromium serves the whole run, and one server all tests that only read; tests that write have a store
//! of their own. `LUDEX_SCREENSHOTS=1` writes the pictures of the README into `docs/`.

#[path = "../common/mod.rs"]
mod common;

mod chromium;
mod cube;
mod everybody;
mod home;
mod keepers;
mod store;
mod sudoku;
mod tetris;
mod xiangqi;

use chromium::Browser;
use common::Server;
use std::sync::LazyLock;

const PUZZLE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

static SERVER: LazyLock<Server> = LazyLock::new(|| Server::at(chromium::folder(), |_| {}));

fn page_of(server: &Server) -> Browser {
    let mut browser = Browser::open(&server.address.to_string());
    browser.screen(1200, 900, false);
    browser.language("en");
    browser
}

/// A page of the server that all share, for tests that write nothing.
fn browser() -> Browser {
    page_of(&SERVER)
}

/// A server with a store of its own, and a page of it.
fn own() -> (Server, Browser) {
    let server = Server::start();
    let browser = page_of(&server);
    (server, browser)
}
