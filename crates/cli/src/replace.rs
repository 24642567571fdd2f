//! A file written beside its place, and put there only when it is whole.
//!
//! Whoever reads the place sees the old file or the new one, whenever the program or the machine stops.

use anyhow::Context;
use ludex_core::unfinished;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file on its way to its place.
pub(crate) struct Replacement {
    out: BufWriter<File>,
    /// Where it is written and where it goes; nothing where the place is a pipe or a device, which takes what
    /// comes.
    paths: Option<(PathBuf, PathBuf)>,
    shown: String,
}

impl Replacement {
    /// Begins a file.
    pub(crate) fn begin(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display().to_string();
        let context = || format!("cannot write {shown}");
        // A link stays one: the file it leads to is replaced.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = std::fs::metadata(&place).ok();
        if there.as_ref().is_some_and(|data| data.is_dir()) {
            anyhow::bail!("cannot write {shown}: it is a folder");
        }
        if there.as_ref().is_some_and(|data| !data.is_file()) {
            let file = std::fs::OpenOptions::new().write(true).open(&place).with_context(context)?;
            return Ok(Replacement { out: BufWriter::with_capacity(1 << 18, file), paths: None, shown });
        }
        let name = place.file_name().with_context(context)?.to_string_lossy();
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (file, beside) = unfinished::create(folder.unwrap_or(Path::new(".")), &name, "unfinished")
            .with_context(context)?;
        // A file that nobody else may read stays so.
        if let Some(data) = there {
            let _ = file.set_permissions(data.permissions());
        }
        let out = BufWriter::with_capacity(1 << 18, file);
        Ok(Replacement { out, paths: Some((beside, place)), shown })
    }

    /// Puts the file in its place, whole and on disk.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let context = || format!("cannot write {}", self.shown);
        self.out.flush().with_context(context)?;
        if let Some((beside, place)) = &self.paths {
            self.out.get_ref().sync_all().with_context(context)?;
            std::fs::rename(beside, place).with_context(context)?;
            self.paths = None;
        }
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.paths {
            let _ = std::fs::remove_file(beside);
        }
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = Replacement::begin(path)?;
    out.write_all(bytes.as_ref()).with_context(|| format!("cannot write {}", path.display()))?;
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = std::env::temp_dir().join(format!("ludex-replace-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.txt");
        std::fs::write(&path, "old").unwrap();
        let mut out = Replacement::begin(&path).unwrap();
        out.write_all(b"new").unwrap();
        out.flush().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        drop(out);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink("a.txt", &link).unwrap();
            write(&link, "by the link").unwrap();
            assert!(link.is_symlink());
            write(Path::new("/dev/null"), "gone").unwrap();
        }
        #[cfg(unix)]
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "by the link");
        assert!(write(&folder, "x").unwrap_err().to_string().contains("folder"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
