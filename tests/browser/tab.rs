//! One tab of a browser, used as a person would: clicks, keys, files, and what is shown.

use std::mem;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::IntoEventKind;
use chromiumoxide::cdp::browser_protocol::dom::SetFileInputFilesParams;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams,
};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel, LogEntrySource};
use chromiumoxide::cdp::browser_protocol::network::EventRequestWillBeSent;
use chromiumoxide::cdp::browser_protocol::page::{
    CaptureScreenshotParams, EventJavascriptDialogOpening, HandleJavaScriptDialogParams,
};
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EvaluateParams, EventConsoleApiCalled, EventExceptionThrown,
};
use chromiumoxide::{Browser, Page};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use crate::session::RUNTIME;

/// How long something may take to appear; the computer may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A tab. Dropping it fails if its pages did what no page may do.
pub struct Tab {
    page: Page,
    address: String,
    faults: Arc<Mutex<Vec<String>>>,
}

impl Tab {
    /// An empty tab that watches what its pages do.
    pub fn new(browser: &Browser, address: &str) -> Tab {
        let faults = Arc::default();
        let page = RUNTIME.block_on(browser.new_page("about:blank")).unwrap();
        let tab = Tab { page, address: address.to_owned(), faults };
        RUNTIME.block_on(tab.page.enable_log()).unwrap();
        tab.watch(|event: &EventEntryAdded| {
            // The browser reports every answer 4xx as one of the network.
            let is_fault = event.entry.level == LogEntryLevel::Error
                && event.entry.source != LogEntrySource::Network;
            is_fault.then(|| event.entry.text.clone())
        });
        tab.watch(|event: &EventConsoleApiCalled| {
            let is_fault =
                matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Warning);
            is_fault.then(|| format!("console: {:?}", event.args))
        });
        tab.watch(|event: &EventExceptionThrown| Some(format!("{:?}", event.exception_details)));
        tab.watch(|event: &EventJavascriptDialogOpening| {
            Some(format!("dialog: {}", event.message))
        });
        let own = format!("{address}/");
        tab.watch(move |event: &EventRequestWillBeSent| {
            let url = &event.request.url;
            let is_own = url.starts_with(&own) || url.starts_with("data:") || url == "about:blank";
            (!is_own).then(|| format!("asked for {url}"))
        });
        tab
    }

    /// Collects the faults that events tell of.
    fn watch<T: IntoEventKind + Unpin + Send + Sync + 'static>(
        &self,
        fault: impl Fn(&T) -> Option<String> + Send + 'static,
    ) {
        let mut events = RUNTIME.block_on(self.page.event_listener::<T>()).unwrap();
        let (faults, page) = (Arc::clone(&self.faults), self.page.clone());
        RUNTIME.spawn(async move {
            while let Some(event) = events.next().await {
                let Some(fault) = fault(&event) else { continue };
                if fault.starts_with("dialog") {
                    let _ = page.execute(HandleJavaScriptDialogParams::new(false)).await;
                }
                faults.lock().unwrap().push(fault);
            }
        });
    }

    /// Loads a page of the server.
    pub fn go(&self, path: &str) {
        let address = format!("{}{path}", self.address);
        RUNTIME.block_on(self.page.goto(address)).unwrap();
        self.wait("document.readyState === 'complete'");
    }

    /// The path and the query of the page.
    pub fn place(&self) -> String {
        self.eval("location.pathname + location.search")
    }

    /// The value of an expression, or of the promise that it is.
    pub fn eval<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_eval(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Runs statements.
    pub fn run(&self, statements: &str) {
        let is_done: bool = self.eval(&format!("(() => {{ {statements}; return true; }})()"));
        assert!(is_done);
    }

    fn try_eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let mut asked = EvaluateParams::new(expression);
        asked.await_promise = Some(true);
        asked.return_by_value = Some(true);
        let found = RUNTIME.block_on(self.page.evaluate_expression(asked));
        let found = found.map_err(|error| error.to_string())?;
        found.into_value().map_err(|error| error.to_string())
    }

    /// Waits until an expression is true, also over pages that load meanwhile.
    pub fn wait(&self, expression: &str) {
        let condition = format!("Boolean({expression})");
        self.repeat(expression, || match self.try_eval(&condition)? {
            true => Ok(()),
            false => Err("never true".to_owned()),
        });
    }

    /// The first result of an attempt that succeeds.
    fn repeat<T>(&self, purpose: &str, attempt: impl Fn() -> Result<T, String>) -> T {
        let start = Instant::now();
        loop {
            match attempt() {
                Ok(value) => return value,
                Err(error) if start.elapsed() > PATIENCE => {
                    let shown: String = self.eval("document.body.innerText");
                    panic!("{purpose}: {error}\n{}\n{shown}", self.place());
                }
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Waits for an element.
    pub fn wait_for(&self, selector: &str) {
        self.wait(&format!("document.querySelector({})", quote(selector)));
    }

    /// Makes this tab the one that takes clicks and keys.
    fn show(&self) {
        RUNTIME.block_on(self.page.bring_to_front()).unwrap();
    }

    /// Presses the mouse button on an element, and runs what this loads. An element that
    /// the page replaces meanwhile is looked for again.
    pub fn click(&self, selector: &str) {
        self.show();
        self.repeat(selector, || {
            RUNTIME
                .block_on(async {
                    let element = self.page.find_element(selector).await?;
                    element.click().await.map(drop)
                })
                .map_err(|error| error.to_string())
        });
    }

    /// Presses keys, such as `Enter` or `b`, on what has the focus.
    pub fn press(&self, keys: &[&str]) {
        self.show();
        let body = RUNTIME.block_on(self.page.find_element("body")).unwrap();
        for key in keys {
            RUNTIME.block_on(body.press_key(key)).unwrap();
        }
    }

    /// The text of an element, as a person reads it.
    pub fn text(&self, selector: &str) -> String {
        self.read(selector, "innerText")
    }

    /// An attribute of an element; empty if it has none.
    pub fn attribute(&self, selector: &str, name: &str) -> String {
        self.read(selector, &format!("getAttribute({}) ?? ''", quote(name)))
    }

    /// The value of a member of an element, which is waited for.
    fn read(&self, selector: &str, member: &str) -> String {
        let expression = format!("document.querySelector({}).{member}", quote(selector));
        self.repeat(&expression, || self.try_eval(&expression))
    }

    /// How many elements there are.
    pub fn count(&self, selector: &str) -> usize {
        self.eval(&format!("document.querySelectorAll({}).length", quote(selector)))
    }

    /// Chooses files in an input.
    pub fn choose(&self, selector: &str, files: &[String]) {
        self.wait_for(selector);
        let element = RUNTIME.block_on(self.page.find_element(selector)).unwrap();
        let mut chosen = SetFileInputFilesParams::new(files.to_vec());
        chosen.backend_node_id = Some(element.backend_node_id);
        RUNTIME.block_on(self.page.execute(chosen)).unwrap();
    }

    /// Makes the tab as wide and high as a screen, in pixels.
    pub fn resize(&self, width: i64, height: i64) {
        let is_phone = width < 600;
        let screen = SetDeviceMetricsOverrideParams::new(width, height, 1.0, is_phone);
        RUNTIME.block_on(self.page.execute(screen)).unwrap();
    }

    /// Sets features of the medium, such as `("prefers-color-scheme", "dark")`.
    pub fn emulate(&self, features: &[(&str, &str)]) {
        let features = features
            .iter()
            .map(|&(name, value)| MediaFeature::new(name, value))
            .collect::<Vec<_>>();
        let media = SetEmulatedMediaParams::builder().features(features).build();
        RUNTIME.block_on(self.page.execute(media)).unwrap();
    }

    /// What the tab shows, as PNG in Base64.
    pub fn screenshot(&self) -> String {
        let shot = RUNTIME.block_on(self.page.execute(CaptureScreenshotParams::default())).unwrap();
        let data: &str = shot.result.data.as_ref();
        data.to_owned()
    }

    /// Runs a script in each page that is loaded from here on, before scripts of the page, and
    /// whatever its content security policy says.
    pub fn run_in_every_page(&self, script: &str) {
        RUNTIME.block_on(self.page.evaluate_on_new_document(script)).unwrap();
    }

    /// The faults of the pages until here.
    pub fn take_faults(&self) -> Vec<String> {
        mem::take(&mut self.faults.lock().unwrap())
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("faults of the pages: {:?}", self.take_faults());
            return;
        }
        // Events come in order, so all that the page did has been reported.
        let _: Result<bool, String> = self.try_eval("true");
        assert_eq!(self.take_faults(), Vec::<String>::new(), "faults of the pages");
    }
}

/// A text as a string of JavaScript.
pub fn quote(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}
