//! A headless Chromium, driven over its DevTools protocol: one process for all tests of a run, a context with
//! its own cookies for each. Every wait is bounded.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long anything may take: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, where it is installed.
pub(crate) fn program() -> Option<&'static str> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .find(|path| Path::new(path).exists())
}

/// The browser of this run.
struct Chromium {
    /// Where its protocol is spoken.
    address: String,
    /// What lies here is removed when the run ends.
    folder: PathBuf,
    /// A shell that ends the browser, and removes the folder, when its input is closed: when this process
    /// ends in whatever way.
    _keeper: Child,
}

static CHROMIUM: LazyLock<Chromium> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder").keep();
    let program = program().expect("Chromium is installed by `cargo xtask test` (package chromium)");
    let mut keeper = Command::new("sh")
        .args(["-c", "\"$@\" & child=$!; read _; kill $child; wait $child; rm -rf \"$FOLDER\"", "keeper"])
        .env("FOLDER", &folder)
        .arg(program)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-default-apps",
            "--disable-extensions",
            "--mute-audio",
            "--hide-scrollbars",
            "--disable-dev-shm-usage",
            "--force-color-profile=srgb",
            // Pages of tests that run side by side are all in sight.
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
            "--remote-debugging-port=0",
        ])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg("about:blank")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Chromium starts");
    let stderr = BufReader::new(keeper.stderr.take().expect("a pipe"));
    let mut lines = stderr.lines();
    let address = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned))
        .expect("Chromium says where it listens");
    // Nobody reads the rest, but the pipe must not fill up.
    std::thread::spawn(move || lines.for_each(drop));
    Chromium { address, folder, _keeper: keeper }
});

/// A folder that is removed when the run ends.
pub(crate) fn folder() -> &'static Path {
    &CHROMIUM.folder
}

/// A page of the browser, with cookies of its own.
pub(crate) struct Browser {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    session: String,
    next: u64,
    /// What pages said that they should not have.
    pub(crate) complaints: Vec<String>,
    /// Bytes received since the last visit.
    pub(crate) received: u64,
    host: String,
}

impl Browser {
    /// Opens a page that may only talk to this host.
    pub(crate) fn open(host: &str) -> Browser {
        let (socket, _) = tungstenite::connect(&CHROMIUM.address).expect("the DevTools protocol");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(Duration::from_millis(100))).expect("a socket");
        }
        let mut browser = Browser {
            socket,
            context: Value::Null,
            session: String::new(),
            next: 0,
            complaints: Vec::new(),
            received: 0,
            host: host.to_owned(),
        };
        browser.context =
            browser.call("Target.createBrowserContext", json!({"disposeOnDetach": true}))["browserContextId"]
                .clone();
        let context = browser.context.clone();
        let target =
            browser.call("Target.createTarget", json!({"url": "about:blank", "browserContextId": context}));
        let attached =
            browser.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Network", "Log", "Accessibility", "DOM"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        // A page that is not in front would not get the focus.
        browser.call("Emulation.setFocusEmulationEnabled", json!({"enabled": true}));
        browser
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        self.socket.send(Message::text(message.to_string())).expect("the browser listens");
        let start = Instant::now();
        loop {
            if let Some(answer) = self.hear()
                && answer["id"] == id
            {
                // A page that is just being left has no context any more: that is no answer yet.
                let left = |words: &str| words.contains("context") || words.contains("navigated");
                let gone = answer["error"]["message"].as_str().is_some_and(left);
                assert!(gone || answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            assert!(start.elapsed() < PATIENCE, "{method} was not answered");
        }
    }

    /// The next message, if one comes soon; events are looked at here.
    fn hear(&mut self) -> Option<Value> {
        let text = match self.socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(_) => return None,
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                return None;
            }
            Err(error) => panic!("the browser is gone: {error}"),
        };
        let message: Value = serde_json::from_str(&text).expect("the protocol is JSON");
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.consoleAPICalled")
                if matches!(parameters["type"].as_str(), Some("error" | "warning" | "assert")) =>
            {
                self.complaints.push(format!("console: {}", parameters["args"]));
            }
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(format!("exception: {}", parameters["exceptionDetails"]));
            }
            Some("Log.entryAdded")
                if matches!(parameters["entry"]["level"].as_str(), Some("error" | "warning")) =>
            {
                self.complaints
                    .push(format!("log: {} {}", parameters["entry"]["text"], parameters["entry"]["url"]));
            }
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                let own = [format!("http://{}", self.host), "about:".into(), "data:".into(), "blob:".into()];
                if !own.iter().any(|start| url.starts_with(start.as_str())) {
                    self.complaints.push(format!("a request leaves the host: {url}"));
                }
            }
            Some("Page.javascriptDialogOpening") => {
                // Who asks "sure?" hears yes.
                let yes = json!({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": true}, "sessionId": self.session});
                self.socket.send(Message::text(yes.to_string())).expect("the browser listens");
            }
            Some("Network.loadingFinished") => {
                self.received += parameters["encodedDataLength"].as_f64().unwrap_or(0.0) as u64;
            }
            _ => {}
        }
        Some(message)
    }

    /// What an expression comes to; promises are waited for.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// What an expression comes to, as text.
    pub(crate) fn text(&mut self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        let guarded =
            format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        while self.eval(&guarded) != true {
            if start.elapsed() > PATIENCE {
                let page = self.text("document.body.innerText.slice(0, 1500)");
                panic!("never true: {expression}\ncomplaints: {:?}\n{page}", self.complaints);
            }
            self.rest(30);
        }
    }

    /// Hears events for some milliseconds.
    pub(crate) fn rest(&mut self, milliseconds: u64) {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        while Instant::now() < end {
            let _ = self.hear();
        }
    }

    /// Goes to a path and waits until the page can be used.
    pub(crate) fn visit(&mut self, path: &str) {
        self.received = 0;
        let url = format!("http://{}{path}", self.host);
        let answer = self.call("Page.navigate", json!({"url": url}));
        assert!(answer.get("errorText").is_none(), "{path}: {}", answer["errorText"]);
        let address = serde_json::to_string(&url).expect("a text");
        self.wait(&format!(
            "location.href === new URL({address}).href && document.readyState === 'complete' \
             && document.documentElement.dataset.ready"
        ));
    }

    /// Presses a key: a letter, or the name of a key.
    pub(crate) fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Backspace" => 8,
            "Delete" => 46,
            " " => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => key.chars().next().map_or(0, |c| c.to_ascii_uppercase() as u32),
        };
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let mut down = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if !text.is_empty() {
            down["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// Types a text where the focus is.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Waits for an element and clicks in its middle.
    pub(crate) fn click(&mut self, selector: &str) {
        let quoted = quoted(selector);
        let start = Instant::now();
        // What a page shows late moves what stands below it: a click waits until its aim stands still, and one that
        // fell beside it all the same is made again. A page that the click leads away from has no mark.
        while !self.click_once(&quoted) {
            assert!(start.elapsed() < PATIENCE, "no click reaches {selector}");
        }
    }

    /// Clicks where an element stands; whether the click came to it.
    fn click_once(&mut self, quoted: &str) -> bool {
        self.wait(&format!(
            "(() => {{ const one = document.querySelector({quoted}); if (!one.checkVisibility()) return false; \
             one.scrollIntoView({{block: 'center'}}); const box = one.getBoundingClientRect(); \
             const now = `${{box.x}} ${{box.y}}`, before = one.aim; one.aim = now; return before === now; }})()"
        ));
        let at = self.eval(&format!(
            "(() => {{ const one = document.querySelector({quoted}); one.scrollIntoView({{block: 'center'}}); \
             window.clicked = false; addEventListener('click', (event) => {{ \
             window.clicked = event.composedPath().includes(one); }}, {{capture: true, once: true}}); \
             const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            self.call(
                "Input.dispatchMouseEvent",
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}),
            );
        }
        self.eval("window.clicked") != false
    }

    /// Clicks what says exactly this.
    pub(crate) fn click_words(&mut self, selector: &str, words: &str) {
        self.eval(&format!(
            "[...document.querySelectorAll({})].find((one) => one.textContent.trim() === {}).click()",
            quoted(selector),
            quoted(words)
        ));
    }

    /// Drags from one point of an element to another, both as shares of its width and height.
    pub(crate) fn drag(&mut self, selector: &str, from: (f64, f64), to: (f64, f64)) {
        let corner = self.eval(&format!(
            "(() => {{ const one = document.querySelector({}); one.scrollIntoView({{block: 'center'}}); \
             const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }})()",
            quoted(selector)
        ));
        let number = |i: usize| corner[i].as_f64().unwrap_or_default();
        let at = |share: f64| {
            let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            (number(0) + x * number(2), number(1) + y * number(3))
        };
        let steps = [
            ("mousePressed", 0.0),
            ("mouseMoved", 0.4),
            ("mouseMoved", 0.8),
            ("mouseMoved", 1.0),
            ("mouseReleased", 1.0),
        ];
        for (kind, share) in steps {
            let (x, y) = at(share);
            self.call(
                "Input.dispatchMouseEvent",
                json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}),
            );
        }
    }

    /// Writes a text into a field, as if it was typed.
    pub(crate) fn fill(&mut self, selector: &str, text: &str) {
        self.eval(&format!(
            "(() => {{ const one = document.querySelector({}); one.value = {}; \
             one.dispatchEvent(new Event('input', {{bubbles: true}})); }})()",
            quoted(selector),
            quoted(text)
        ));
    }

    /// Gives a file to a field for files.
    pub(crate) fn upload(&mut self, selector: &str, name: &str, bytes: &[u8]) {
        let path = folder().join(name);
        std::fs::write(&path, bytes).expect("a file");
        let expression = format!("document.querySelector({})", quoted(selector));
        let found = self.call("Runtime.evaluate", json!({"expression": expression}));
        let object = &found["result"]["objectId"];
        self.call(
            "DOM.setFileInputFiles",
            json!({"files": [path.display().to_string()], "objectId": object}),
        );
    }

    /// Whether pages may be kept by the browser.
    pub(crate) fn cache(&mut self, on: bool) {
        self.call("Network.setCacheDisabled", json!({"cacheDisabled": !on}));
    }

    /// The size of the window, and whether people like it dark.
    pub(crate) fn screen(&mut self, width: u32, height: u32, dark: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}),
        );
        let scheme = if dark { "dark" } else { "light" };
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]}),
        );
    }

    /// The language the browser wishes.
    pub(crate) fn language(&mut self, code: &str) {
        self.call("Network.setExtraHTTPHeaders", json!({"headers": {"Accept-Language": code}}));
    }

    /// A picture of the page.
    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        decode(shot["data"].as_str().unwrap_or_default())
    }

    /// Fails when a page complained.
    pub(crate) fn no_complaint(&mut self) {
        self.rest(60);
        assert!(self.complaints.is_empty(), "{}: {:#?}", self.text("location.href"), self.complaints);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without waiting: after a failed test there may be nobody to answer.
        let close = json!({"id": 0, "method": "Target.disposeBrowserContext", "params": {"browserContextId": self.context}});
        let _ = self.socket.send(Message::text(close.to_string()));
        let _ = self.socket.close(None);
    }
}

/// A text as scripts write it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}

/// Base64, as the protocol sends pictures.
fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').collect();
    for four in bytes.chunks(4) {
        let bits = four.iter().fold(0u32, |bits, byte| bits << 6 | u32::from(digit(*byte)))
            << (6 * (4 - four.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    out
}
