//! A stream that ends with an error when one record of it goes on for too long.

use std::cell::Cell;
use std::io::{Error, ErrorKind, Read, Result};
use std::rc::Rc;

/// Passes bytes on until a record has had its share. A parser of records takes as much memory as its longest
/// one; in a hostile file that is all of it (a quote that never ends).
///
/// ```
/// use std::io::Read;
/// let mut stream = ludex_store::capped::Capped::new(&b"twelve bytes"[..], 8);
/// assert_eq!(stream.read(&mut [0; 8])?, 8);
/// stream.share().set(0); // a new record begins
/// assert_eq!(stream.read(&mut [0; 8])?, 4);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Capped<R> {
    inner: R,
    most: usize,
    passed: Rc<Cell<usize>>,
}

impl<R> Capped<R> {
    /// A stream whose records take at most so many bytes.
    pub fn new(inner: R, most: usize) -> Self {
        Capped { inner, most, passed: Rc::default() }
    }

    /// How many bytes of the record at hand have passed: whoever knows where one begins sets it to 0.
    #[must_use]
    pub fn share(&self) -> Rc<Cell<usize>> {
        self.passed.clone()
    }
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.passed.get() > self.most {
            return Err(Error::new(
                ErrorKind::InvalidData,
                format!(
                    "a record is longer than {} bytes (is it a quote or bracket without its end?)",
                    self.most
                ),
            ));
        }
        let read = self.inner.read(buffer)?;
        self.passed.set(self.passed.get() + read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_never_ends_is_an_error() {
        let mut stream = Capped::new(std::io::repeat(b'x'), 1000);
        let mut all = Vec::new();
        let error = stream.read_to_end(&mut all).unwrap_err();
        assert!(error.to_string().contains("longer than 1000 bytes"), "{error}");
        assert!(all.len() < 100_000);
    }
}
