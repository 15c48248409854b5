//! The time from a click on the board of `/` to the drawn answer, in Chromium.

use std::error::Error;
use std::path::Path;

use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::{Browser, Page};
use tokio::runtime::Runtime;

use crate::chromium;

/// Takes up to two stones of the board off and sets them again, each by one click. Gives the
/// milliseconds of each click until its answer was painted.
const SCRIPT: &str = r##"(async () => {
  const answered = () => document.body.dataset.answered;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const stones = [...document.querySelectorAll("#board [data-stone=X], #board [data-stone=O]")]
    .map(({ dataset }) => [dataset.point, dataset.stone === "X" ? "black" : "white"]).slice(0, 2);
  const times = [];
  for (const [point, tool] of stones) {
    document.querySelector(`[data-tool=${tool}]`).click();
    for (let click = 0; click < 2; click += 1) {
      await painted();
      const [before, start] = [answered(), performance.now()];
      const changed = new Promise((done) => {
        const observer = new MutationObserver(() => {
          if (answered() === before) return;
          observer.disconnect();
          done();
        });
        observer.observe(document.body, { attributes: true });
      });
      document.querySelector(`#board [data-point="${point}"]`).click();
      await changed;
      await painted();
      times.push(performance.now() - start);
    }
  }
  return times;
})()"##;

/// Clicks on boards with these positions in percent-encoded IGTN. Gives milliseconds; `None` if
/// there is no Chromium.
pub fn measure(
    folder: &Path,
    address: &str,
    positions: &[String],
) -> Result<Option<Vec<f64>>, Box<dyn Error>> {
    let Some(chromium) = chromium::find() else { return Ok(None) };
    let runtime = Runtime::new()?;
    let times = runtime.block_on(async {
        let mut browser = chromium::launch(&chromium, &folder.join("profile")).await?;
        let times = click(&browser, address, positions).await;
        browser.close().await?;
        browser.wait().await?;
        times
    })?;
    Ok(Some(times))
}

async fn click(
    browser: &Browser,
    address: &str,
    positions: &[String],
) -> Result<Vec<f64>, Box<dyn Error>> {
    let page: Page = browser.new_page("about:blank").await?;
    let mut times = Vec::new();
    for position in positions {
        page.goto(format!("http://{address}/?position={position}")).await?;
        let mut script = EvaluateParams::new(SCRIPT);
        (script.await_promise, script.return_by_value) = (Some(true), Some(true));
        times.extend(page.evaluate_expression(script).await?.into_value::<Vec<f64>>()?);
    }
    Ok(times)
}
