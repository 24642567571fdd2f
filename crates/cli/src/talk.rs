//! Talk on stderr that never ends the program.

/// Like the standard library's macro of this name, which it stands in for in the whole program, but
/// without its panic: a stderr that is closed or full costs the talk, never the answer.
macro_rules! eprintln {
    ($($arg:tt)*) => {{
        let _ = ::std::io::Write::write_fmt(&mut ::std::io::stderr(), format_args!("{}\n", format_args!($($arg)*)));
    }};
}
