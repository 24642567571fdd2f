//! The service file and the container file are of their form, and start what there is.

fn read(name: &str) -> String {
    let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_service_file_parses() {
    let text = read("ludex.service");
    let (mut section, mut sections, mut start) = (String::new(), Vec::new(), None);
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_owned();
            sections.push(section.clone());
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or_else(|| panic!("no KEY=VALUE: {line:?}"));
        assert!(key.chars().all(|c| c.is_ascii_alphanumeric()) && !value.is_empty(), "{line:?}");
        if (section.as_str(), key) == ("Service", "ExecStart") {
            start = Some(value.to_owned());
        }
    }
    assert_eq!(sections, ["Unit", "Service", "Install"]);
    assert!(start.is_some_and(|start| start.starts_with("/usr/local/bin/ludex serve --bind 127.0.0.1:")));
}

#[test]
fn the_container_file_parses() {
    let text = read("Containerfile");
    let known = [
        "FROM",
        "RUN",
        "WORKDIR",
        "COPY",
        "USER",
        "ENV",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "ENTRYPOINT",
        "CMD",
    ];
    let mut words = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        assert!(known.contains(&word) && !rest.is_empty(), "{line:?}");
        if matches!(word, "ENTRYPOINT" | "CMD") {
            let list: Vec<String> = serde_json::from_str(rest).expect("a list in JSON");
            words.extend(list);
        }
    }
    assert_eq!(words, ["ludex", "serve", "--bind", "0.0.0.0:7275"]);
    assert_eq!(text.matches("\nFROM ").count() + usize::from(text.starts_with("FROM ")), 2);
}
