//! The engine alone, speaking UCI: a program without the other families, for matches.

use ludex_xiangqi::protocol::{Dialect, Session};

fn main() -> std::io::Result<()> {
    Session::new(Dialect::Uci, std::io::stdout()).run(std::io::stdin().lock())
}
