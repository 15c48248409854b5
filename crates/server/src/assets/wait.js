// A page that waits for the server is loaded again after the seconds that it names
// (Page::reload_after in pages/layout.rs). Without this script the browser does so.

const wait = document.querySelector("#wait");
setTimeout(() => location.reload(), 1000 * wait.dataset.seconds);
