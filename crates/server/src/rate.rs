//! How often one may ask: a bucket of tokens per key or address.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Accounts that are kept; beyond, those that are full again are forgotten.
const MOST: usize = 100_000;

/// Buckets that fill with `rate` tokens a second, up to `burst`.
#[derive(Debug, Default)]
pub struct Rate {
    buckets: Mutex<HashMap<String, (f64, Instant)>>,
}

impl Rate {
    /// Takes a token of an account.
    ///
    /// # Errors
    /// The seconds until there is one.
    pub fn take(&self, account: &str, rate: f64, burst: f64, now: Instant) -> Result<(), u64> {
        if rate <= 0.0 {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled =
            |(tokens, at): (f64, Instant)| (tokens + rate * now.duration_since(at).as_secs_f64()).min(burst);
        if buckets.len() >= MOST && !buckets.contains_key(account) {
            buckets.retain(|_, bucket| filled(*bucket) < burst);
            if buckets.len() >= MOST {
                // So many accounts at once are no people: all of them begin anew.
                buckets.clear();
            }
        }
        let tokens = buckets.get(account).map_or(burst, |bucket| filled(*bucket));
        let left = if tokens >= 1.0 { tokens - 1.0 } else { tokens };
        buckets.insert(account.to_owned(), (left, now));
        if tokens >= 1.0 { Ok(()) } else { Err(((1.0 - tokens) / rate).ceil().max(1.0) as u64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (rate, start) = (Rate::default(), Instant::now());
        for _ in 0..5 {
            assert_eq!(rate.take("a", 2.0, 5.0, start), Ok(()));
        }
        assert_eq!(rate.take("a", 2.0, 5.0, start), Err(1));
        assert_eq!(rate.take("b", 2.0, 5.0, start), Ok(()));
        assert_eq!(rate.take("a", 2.0, 5.0, start + Duration::from_millis(500)), Ok(()));
        assert_eq!(rate.take("a", 0.0, 5.0, start), Ok(()));
    }

    #[test]
    fn accounts_are_bounded() {
        let (rate, start) = (Rate::default(), Instant::now());
        for i in 0..MOST + 10 {
            let _ = rate.take(&i.to_string(), 1.0, 5.0, start);
        }
        assert!(rate.buckets.lock().unwrap().len() <= MOST);
    }
}
