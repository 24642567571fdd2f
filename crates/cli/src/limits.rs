//! What input may cost, unless an option raises it.

use clap::Args;
use std::sync::OnceLock;

/// The limits on input, as typed. The book lists them with all others.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Refuse compressed input that grows more than so many times
    #[arg(long, global = true, hide_short_help = true, value_name = "TIMES", default_value_t = 1000)]
    pub(crate) max_growth: u64,
    /// Refuse compressed input of more plain bytes (K, M, G)
    #[arg(long, global = true, hide_short_help = true, value_name = "SIZE", default_value = "64G", value_parser = size)]
    pub(crate) max_plain: u64,
    /// Refuse larger files where a file is read as a whole: games, patterns, path files, presets (K, M, G)
    #[arg(long, global = true, hide_short_help = true, value_name = "SIZE", default_value = "16M", value_parser = size)]
    pub(crate) max_file: u64,
}

static LIMITS: OnceLock<LimitArgs> = OnceLock::new();

impl LimitArgs {
    /// Lets these hold for the whole run.
    pub(crate) fn set(self) {
        let _ = LIMITS.set(self);
    }

    /// Those that hold.
    pub(crate) fn get() -> LimitArgs {
        let usual = LimitArgs { max_growth: 1000, max_plain: 64 << 30, max_file: 16 << 20 };
        LIMITS.get().copied().unwrap_or(usual)
    }
}

/// Reads a size: a number of bytes, or of K, M or G.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let digits = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, shift) = match digits.as_bytes().last() {
        Some(b'K') => (&digits[..digits.len() - 1], 10),
        Some(b'M') => (&digits[..digits.len() - 1], 20),
        Some(b'G') => (&digits[..digits.len() - 1], 30),
        _ => (digits, 0),
    };
    let number = digits.trim().parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| format!("{text:?} is no size: 500000, 16M and 2G are"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_bytes_and_multiples() {
        for (text, bytes) in [("7", 7), ("16M", 16 << 20), ("2GiB", 2 << 30), (" 5 kb", 5 << 10)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "x", "-1", "M", "99999999999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
