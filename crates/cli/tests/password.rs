//! The password of a server is asked for at the terminal, and never shown.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

// Shared with the suite of ludex-store, which calls other parts of it.
#[allow(dead_code)]
#[path = "../../store/tests/suite/place.rs"]
mod place;

/// The two ends of a terminal: ours, and that of a program.
fn terminal() -> (File, OwnedFd) {
    let (mut ours, mut theirs) = (0, 0);
    let (name, settings, size) = (std::ptr::null_mut(), std::ptr::null(), std::ptr::null());
    // SAFETY: the two numbers are ours to be written, and the other arguments may be null.
    let made = unsafe { libc::openpty(&mut ours, &mut theirs, name, settings, size) };
    assert_eq!(made, 0, "a terminal");
    // SAFETY: both were just opened, and nobody else has them.
    unsafe { (File::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) }
}

/// Runs the program at a terminal of its own, and types an answer once it is asked; what the terminal showed, what
/// the program printed, and how it ended.
fn asked(url: &str, answer: &str) -> (String, String, Option<i32>) {
    let (mut ours, theirs) = terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["store", "put", "--store", url, "cube2:0469"]);
    command.env_remove("PGPASSWORD").env("HOME", std::env::temp_dir().join("nowhere"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::from(theirs));
    // SAFETY: between fork and exec only calls that may be made there: the terminal at stderr becomes the program's.
    unsafe {
        command.pre_exec(|| {
            if libc::setsid() < 0 || libc::ioctl(2, libc::TIOCSCTTY, 0) < 0 {
                return Err(std::io::Error::last_os_error());
            }
            Ok(())
        });
    }
    let child = command.spawn().unwrap();
    // Its end of the terminal closes with it.
    drop(command);
    let mut shown = Vec::new();
    let mut typed = false;
    let mut bytes = [0; 1000];
    // The terminal of a program that has ended reads as an error.
    while let Ok(count @ 1..) = ours.read(&mut bytes) {
        shown.extend_from_slice(&bytes[..count]);
        if !typed && shown.ends_with(b": ") {
            typed = true;
            wait_until_hidden(&ours);
            ours.write_all(answer.as_bytes()).unwrap();
        }
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&shown), text(&output.stdout), output.status.code())
}

/// Waits until the terminal no longer shows what is typed: nobody types as fast as a test, between the words of the
/// question and that.
fn wait_until_hidden(terminal: &File) {
    for _ in 0..500 {
        // SAFETY: a zeroed termios is a value of its type, and the call fills it.
        let shows = unsafe {
            let mut settings: libc::termios = std::mem::zeroed();
            libc::tcgetattr(terminal.as_raw_fd(), &mut settings) == 0 && settings.c_lflag & libc::ECHO != 0
        };
        if !shows {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the terminal goes on to show what is typed");
}

#[test]
fn a_password_is_asked_for_and_not_shown() {
    let server = place::Server::start_with("", "sed -i '1i local all pat scram-sha-256' data/pg_hba.conf");
    server.command("CREATE ROLE pat LOGIN PASSWORD 'S3:cret'");
    server.command("CREATE DATABASE hers OWNER pat");
    let url = server.url("hers").replace("ludex@", "pat@");
    let (shown, out, code) = asked(&url, "S3:cret\n");
    assert_eq!((out.as_str(), code), ("cube2:0469\tnew\n", Some(0)), "{shown}");
    assert!(shown.starts_with("password of postgres://") && shown.contains("/hers: "), "{shown}");
    assert!(!shown.contains("S3"), "{shown}");
    let (shown, out, code) = asked(&url, "wrong\n");
    assert_eq!((out.as_str(), code), ("", Some(2)), "{shown}");
    assert!(shown.contains("authentication failed") && !shown.contains("wrong"), "{shown}");
    // Nobody answers: it is said where else the password may stand.
    let (shown, out, code) = asked(&url, "\n");
    assert_eq!((out.as_str(), code), ("", Some(2)), "{shown}");
    assert!(shown.contains("PGPASSWORD"), "{shown}");
    // A script has nobody to ask.
    let mut script = Command::new(env!("CARGO_BIN_EXE_ludex"));
    script.args(["store", "seen", "--store", &url, "cube2:0469"]).env_remove("PGPASSWORD");
    let output = script.env("HOME", "/nowhere").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("PGPASSWORD"));
}
