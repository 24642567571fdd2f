//! The engine alone, speaking UCI: a program without the other families, for matches.

use ludex_xiangqi::protocol::{Protocol, Session};

fn main() -> std::io::Result<()> {
    Session::new(Protocol::Uci, std::io::stdout()).run(std::io::stdin().lock())
}
