//! Files that are written beside their place and renamed when they are whole.
//!
//! ```text
//!   <start>.<pid>.<ending>      being written by that process, which holds a lock on it
//! ```
//!
//! A process that is killed leaves its file behind. The lock went with the process, and so whoever writes the next
//! file of that start can tell and removes it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Makes a file of this process in a folder, locked until it is closed, and removes those that others left behind.
///
/// # Errors
/// When the file cannot be made.
pub fn create(folder: &Path, start: &str, ending: &str) -> io::Result<(File, PathBuf)> {
    sweep(folder, start, ending);
    let path = folder.join(format!("{start}.{}.{ending}", std::process::id()));
    loop {
        let file = File::create(&path)?;
        // Some file systems know no locks: nothing is swept there either.
        let locked = file.lock().is_ok();
        // Between the two another process may have taken it for one that was left.
        if !locked || path.exists() {
            return Ok((file, path));
        }
    }
}

/// Removes the files of a start that dead processes left behind, and answers which.
pub fn sweep(folder: &Path, start: &str, ending: &str) -> Vec<PathBuf> {
    let mut swept = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return swept };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let middle = name.to_str().and_then(|name| {
            name.strip_prefix(start)?.strip_prefix('.')?.strip_suffix(ending)?.strip_suffix('.')
        });
        if middle.is_none_or(|pid| pid.parse::<u32>().is_err()) {
            continue;
        }
        // Opened to write: not every system locks what is only read.
        if let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
            swept.push(entry.path());
        }
    }
    swept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_goes_and_what_the_living_write_stays() {
        let folder = std::env::temp_dir().join(format!("ludex-unfinished-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name);
        let others = ["a.csv", "a.csv.x1.part", "b.csv.1.part", "a.csv.1.part.txt"];
        for name in others.iter().chain(&["a.csv.1.part", "a.csv.2.part"]) {
            std::fs::write(path(name), "x").unwrap();
        }
        let living = File::options().write(true).open(path("a.csv.2.part")).unwrap();
        living.lock().unwrap();
        let (file, own) = create(&folder, "a.csv", "part").unwrap();
        assert!(own.exists() && path("a.csv.2.part").exists() && !path("a.csv.1.part").exists());
        assert!(others.iter().all(|name| path(name).exists()));
        drop((file, living));
        create(&folder, "a.csv", "part").unwrap();
        assert!(!path("a.csv.2.part").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
