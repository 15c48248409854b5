//! A Chromium without a window, for tests and benchmarks.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chromiumoxide::{Browser, BrowserConfig};
use futures_util::StreamExt;

/// How long a browser may take to start on a computer that is busy.
const LAUNCH: Duration = Duration::from_secs(60);

/// The browser that `GTN_DB_CHROMIUM` names, or one under its usual names.
pub fn find() -> Option<PathBuf> {
    let named = env::var("GTN_DB_CHROMIUM").ok();
    let usual = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let find = |name: String| {
        let places = folders.iter().map(|folder| folder.join(&name));
        places.into_iter().find(|place| place.is_file())
    };
    named.into_iter().chain(usual).find_map(find)
}

/// Starts a browser with a new profile. Must be called on a runtime of tokio, which then serves it.
pub async fn launch(chromium: &Path, profile: &Path) -> Result<Browser, Box<dyn Error>> {
    let config = BrowserConfig::builder()
        .chrome_executable(chromium)
        .user_data_dir(profile)
        .no_sandbox()
        .viewport(None)
        .window_size(1280, 900)
        .launch_timeout(LAUNCH)
        .arg("disable-gpu")
        .build()?;
    let (browser, mut handler) = Browser::launch(config).await?;
    tokio::spawn(async move { while handler.next().await.is_some() {} });
    Ok(browser)
}
