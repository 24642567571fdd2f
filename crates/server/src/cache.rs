//! Answers that never change, kept as they were sent.

use axum::http::HeaderValue;
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A rendered answer.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The body.
    pub body: Bytes,
    /// Its media type.
    pub media: HeaderValue,
    /// A mark that changes when the body does.
    pub etag: HeaderValue,
}

impl Rendered {
    /// An answer with its mark: a hash of the body.
    #[must_use]
    pub fn new(body: impl Into<Bytes>, media: &'static str) -> Rendered {
        let body = body.into();
        let etag = etag(&body);
        Rendered { body, media: HeaderValue::from_static(media), etag }
    }
}

/// The mark of a body. It is a weak one: a compressed answer is another row of bytes.
#[must_use]
pub fn etag(body: &[u8]) -> HeaderValue {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(body);
    let hex: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{hex}\"")).expect("hexadecimal digits are a header value")
}

/// Two generations of answers: when the young one is full it becomes the old one, and what was old is
/// forgotten. What is asked for again moves to the young one.
#[derive(Debug)]
pub struct Cache {
    most: usize,
    generations: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<String, Rendered>,
    old: HashMap<String, Rendered>,
    bytes: usize,
}

impl Cache {
    /// A cache of at most so many bytes.
    #[must_use]
    pub fn new(most: usize) -> Cache {
        Cache { most, generations: Mutex::default() }
    }

    /// The answer of a key, if it is kept.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Rendered> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = generations.young.get(key) {
            return Some(found.clone());
        }
        let (key, found) = generations.old.remove_entry(key)?;
        self.keep(&mut generations, key, found.clone());
        Some(found)
    }

    /// Keeps an answer.
    pub fn put(&self, key: String, answer: Rendered) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        self.keep(&mut generations, key, answer);
    }

    fn keep(&self, generations: &mut Generations, key: String, answer: Rendered) {
        // What an entry takes besides its body and key, roughly.
        let bytes = answer.body.len() + 2 * key.len() + 200;
        if bytes > self.most / 2 {
            return;
        }
        if generations.bytes + bytes > self.most / 2 {
            generations.old = std::mem::take(&mut generations.young);
            generations.bytes = 0;
        }
        generations.bytes += bytes;
        generations.young.insert(key, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_memory_is_bounded() {
        let cache = Cache::new(20_000);
        cache.put("kept".into(), Rendered::new(vec![7; 100], "text/plain"));
        for i in 0..1000 {
            cache.put(format!("{i}"), Rendered::new(vec![0; 1000], "text/plain"));
            assert_eq!(cache.get("kept").expect("used all the time").body.len(), 100);
        }
        let generations = cache.generations.lock().unwrap();
        assert!(generations.young.len() + generations.old.len() < 20);
        drop(generations);
        assert!(cache.get("0").is_none());
        cache.put("large".into(), Rendered::new(vec![0; 15_000], "text/plain"));
        assert!(cache.get("large").is_none());
    }
}
