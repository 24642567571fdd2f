//! Files that are written packed, beside their place, and put there whole.

use crate::kind::Packing;
use anyhow::{Context, bail};
use ludex_core::unfinished;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

enum Stream {
    Plain(BufWriter<File>),
    Gzip(flate2::write::GzEncoder<BufWriter<File>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<File>>),
    Xz(liblzma::write::XzEncoder<BufWriter<File>>),
}

/// A file on its way to its place.
pub struct PackedFile {
    stream: Option<Stream>,
    beside: PathBuf,
    place: PathBuf,
}

impl PackedFile {
    /// Begins a file. Until it is finished, whatever is in its place stays.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn begin(place: &Path, packing: Packing) -> anyhow::Result<PackedFile> {
        let context = || format!("cannot write {}", place.display());
        if place.is_dir() {
            bail!("cannot write {}: it is a folder", place.display());
        }
        let name = place.file_name().with_context(context)?.to_string_lossy();
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (file, beside) = unfinished::create(folder.unwrap_or(Path::new(".")), &name, "unfinished")
            .with_context(context)?;
        let out = BufWriter::with_capacity(1 << 18, file);
        let stream = match packing {
            Packing::Plain => Stream::Plain(out),
            Packing::Gzip => Stream::Gzip(flate2::write::GzEncoder::new(out, flate2::Compression::default())),
            Packing::Zstd => Stream::Zstd(zstd::stream::write::Encoder::new(out, 3).with_context(context)?),
            Packing::Xz => Stream::Xz(liblzma::write::XzEncoder::new(out, 6)),
        };
        Ok(PackedFile { stream: Some(stream), beside, place: place.to_owned() })
    }

    /// Puts the file in its place, whole and on disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let context = || format!("cannot write {}", self.place.display());
        let mut out = match self.stream.take().context("it is finished once")? {
            Stream::Plain(out) => out,
            Stream::Gzip(encoder) => encoder.finish().with_context(context)?,
            Stream::Zstd(encoder) => encoder.finish().with_context(context)?,
            Stream::Xz(encoder) => encoder.finish().with_context(context)?,
        };
        out.flush().with_context(context)?;
        out.get_ref().sync_all().with_context(context)?;
        std::fs::rename(&self.beside, &self.place).with_context(context)?;
        self.beside.clear();
        Ok(())
    }
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.stream.as_mut() {
            Some(Stream::Plain(out)) => out.write(bytes),
            Some(Stream::Gzip(out)) => out.write(bytes),
            Some(Stream::Zstd(out)) => out.write(bytes),
            Some(Stream::Xz(out)) => out.write(bytes),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Drop for PackedFile {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() {
            let _ = std::fs::remove_file(&self.beside);
        }
    }
}
