//! Files that a client sends, received into a temporary folder.
//!
//! Nothing on disk is named as the client says: the files are numbered, and their names become
//! those of sources.

use std::collections::HashSet;
use std::fs::{self, File};
use std::future::poll_fn;
use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::task;
use tokio::time::timeout;

use super::jobs::{Job, Upload};
use super::problem::{Problem, describe};
use super::queues::{hex, source_name};
use super::state::App;
use super::text::texts;
use crate::store::SubmissionHash;
use crate::store::temporary::TemporaryFolder;

texts! { "server/upload": NO_FILE, EMPTY, TOO_LONG, TOO_SLOW, TOO_MANY }

/// How long a client may pause.
const PAUSE: Duration = Duration::from_secs(30);

/// The most files of an upload.
const MAX_FILES: usize = 10_000;

/// The longest name of a source, in bytes.
const MAX_NAME: usize = 240;

/// Who must send the token of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    /// A program, which the guard has checked.
    Program,
    /// A form of a page: its first field is `token`.
    Page,
}

/// Receives the files of a request and begins to import them.
///
/// # Errors
/// As for [`receive`]; 409 while an import runs.
pub(super) async fn begin_import(
    app: &Arc<App>,
    sender: Sender,
    name: Option<String>,
    request: Request,
) -> Result<Arc<Job>, Problem> {
    let received = receive(app, sender, name, app.settings.max_upload, request).await?;
    let app = Arc::clone(app);
    let begin = move || {
        let Upload { mut files, folder } = received;
        let hash = hash_files(&files)?;
        // What was imported before keeps its place.
        let known = app.with_view(|view| Ok(view.store.upload_date(&hex(hash))?))?;
        let date = known.unwrap_or_else(today);
        for (name, _) in &mut files {
            *name = source_name(&date, hash, name);
        }
        app.jobs.begin(app.begin_import()?, Upload { files, folder }, app.report)
    };
    let begun = task::spawn_blocking(begin).await;
    begun.unwrap_or_else(|error| Err(Problem::internal(describe(&error))))
}

/// The names and contents of files.
type Contents = Vec<(String, Vec<u8>)>;

/// Receives the files of a form that are to be judged, and their hash.
///
/// # Errors
/// As for [`receive`].
pub(super) async fn receive_submission(
    app: &Arc<App>,
    sender: Sender,
    max_bytes: usize,
    request: Request,
) -> Result<(SubmissionHash, Contents), Problem> {
    let max_bytes = max_bytes.min(app.settings.max_upload);
    let received = receive(app, sender, None, max_bytes, request).await?;
    let read = move || {
        let hash = hash_files(&received.files)?;
        let read = |(name, path): (String, PathBuf)| Ok((name, fs::read(path)?));
        let files: io::Result<Contents> = received.files.into_iter().map(read).collect();
        Ok((hash, files.map_err(|error| Problem::internal(describe(&error)))?))
    };
    let read = task::spawn_blocking(read).await;
    read.unwrap_or_else(|error| Err(Problem::internal(describe(&error))))
}

/// The hash of the names and contents of files; that of its content for a single file.
fn hash_files(files: &[(String, PathBuf)]) -> Result<SubmissionHash, Problem> {
    let hash = |path: &PathBuf| {
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut File::open(path)?, &mut hasher)?;
        Ok(hasher.finalize())
    };
    let hashes: io::Result<Vec<blake3::Hash>> = files.iter().map(|(_, path)| hash(path)).collect();
    let hashes = hashes.map_err(|error| Problem::internal(describe(&error)))?;
    let all = match &hashes[..] {
        [one] => *one,
        _ => {
            let mut hasher = blake3::Hasher::new();
            for ((name, _), hash) in files.iter().zip(&hashes) {
                hasher.update(&(name.len() as u64).to_le_bytes());
                hasher.update(name.as_bytes()).update(hash.as_bytes());
            }
            hasher.finalize()
        }
    };
    Ok(*all.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// The day: `2026-11-26`.
fn today() -> String {
    Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Receives the files of a request: the fields `file` of a form (`multipart/form-data`), or the
/// body, whose name is `name`.
///
/// # Errors
/// 413 if the body is longer than the person who runs the server allows; 415 for a form without
/// files; 422 without a file or a name; 403 without the token that a page sends; 408 if the client
/// pauses too long; 409 while an import runs; 503 if too many uploads are under way.
async fn receive(
    app: &Arc<App>,
    sender: Sender,
    name: Option<String>,
    max_bytes: usize,
    request: Request,
) -> Result<Upload, Problem> {
    if app.jobs.running().is_some() {
        return Err(Problem::importing());
    }
    let _transfer = app.transfers.try_acquire().map_err(|_| Problem::busy())?;
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let folder = TemporaryFolder::create();
    let folder = folder.map_err(|error| Problem::internal(describe(&error)))?;
    let mut spool = Spool { folder, files: Vec::new(), names: HashSet::new() };
    match &*kind {
        "multipart/form-data" => spool.receive_form(app, sender, max_bytes, request).await?,
        _ if sender == Sender::Page => return Err(wrong_type("multipart/form-data")),
        "application/x-www-form-urlencoded" => {
            return Err(wrong_type("multipart/form-data, or that of a file"));
        }
        _ => {
            let name = name.ok_or_else(|| {
                Problem::unprocessable("give the name of the file: /api/v1/import?name=book.sgf")
            })?;
            let path = spool.add(&name)?;
            receive_body(request.into_body(), max_bytes, path).await?;
        }
    }
    if spool.files.is_empty() {
        return Err(Problem::unprocessable(NO_FILE));
    }
    Ok(Upload { files: spool.files, folder: spool.folder })
}

fn wrong_type(wanted: &str) -> Problem {
    let detail = format!("the type of the body must be {wanted}");
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail)
}

fn too_long(max_upload: usize) -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, TOO_LONG.with(&[&(max_upload >> 20)]))
}

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, TOO_SLOW)
}

/// The files that were received.
struct Spool {
    folder: TemporaryFolder,
    files: Vec<(String, PathBuf)>,
    names: HashSet<String>,
}

impl Spool {
    async fn receive_form(
        &mut self,
        app: &App,
        sender: Sender,
        max_upload: usize,
        mut request: Request,
    ) -> Result<(), Problem> {
        DefaultBodyLimit::max(max_upload).apply(&mut request);
        let form = Multipart::from_request(request, &()).await;
        let mut form = form.map_err(|error| Problem::new(error.status(), error.body_text()))?;
        let refuse = |error: MultipartError| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_long(max_upload),
            _ => Problem::new(StatusCode::BAD_REQUEST, error.body_text()),
        };
        let mut is_trusted = sender == Sender::Program;
        loop {
            let field = timeout(PAUSE, form.next_field()).await.map_err(|_| too_slow())?;
            let Some(mut field) = field.map_err(refuse)? else { break };
            match (field.name(), field.file_name()) {
                (Some("token"), None) => {
                    is_trusted |= is_token(&mut field, &app.token).await.map_err(refuse)?;
                }
                _ if !is_trusted => break,
                (Some("file"), Some("")) => {} // a form in which no file was chosen
                (Some("file"), Some(name)) => {
                    let path = self.add(name)?;
                    let mut writer = Writer::begin(path);
                    loop {
                        let chunk = timeout(PAUSE, field.chunk()).await;
                        let chunk = chunk.map_err(|_| too_slow())?.map_err(refuse)?;
                        let Some(chunk) = chunk else { break };
                        writer.write(chunk).await?;
                    }
                    writer.finish().await?;
                }
                _ => return Err(Problem::unprocessable("the fields of the form are files: file")),
            }
        }
        if is_trusted { Ok(()) } else { Err(Problem::stale_page()) }
    }

    /// Makes room for a file. Returns its path, which does not depend on its name.
    fn add(&mut self, name: &str) -> Result<PathBuf, Problem> {
        if self.files.len() == MAX_FILES {
            let detail = TOO_MANY.with(&[&MAX_FILES]);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        let path = self.folder.path().join(self.files.len().to_string());
        let name = clean_name(name);
        let name = if self.names.contains(&name) { self.number(&name) } else { name };
        self.names.insert(name.clone());
        self.files.push((name, path.clone()));
        Ok(path)
    }

    /// A name that no earlier file of the upload has: `2-book.sgf`.
    fn number(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{number}-{name}"));
        let mut free = numbered.filter(|name| !self.names.contains(name));
        free.next().expect("there are more numbers than files")
    }
}

/// Whether a field is the token.
async fn is_token(field: &mut Field<'_>, token: &str) -> Result<bool, MultipartError> {
    let mut text = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        text.extend_from_slice(&chunk);
        if text.len() > token.len() {
            return Ok(false);
        }
    }
    Ok(text == token.as_bytes())
}

/// Receives a body that is a file.
async fn receive_body(mut body: Body, max_upload: usize, path: PathBuf) -> Result<(), Problem> {
    let mut writer = Writer::begin(path);
    let mut len = 0;
    loop {
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let frame = timeout(PAUSE, frame).await.map_err(|_| too_slow())?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|error| {
            Problem::new(StatusCode::BAD_REQUEST, format!("the body is broken: {error}"))
        })?;
        let Ok(chunk) = frame.into_data() else { continue };
        len += chunk.len();
        if len > max_upload {
            return Err(too_long(max_upload));
        }
        writer.write(chunk).await?;
    }
    if len == 0 {
        return Err(Problem::unprocessable(EMPTY));
    }
    writer.finish().await
}

/// Writes a file on a thread that may block.
struct Writer {
    chunks: mpsc::Sender<Bytes>,
    written: task::JoinHandle<io::Result<()>>,
}

impl Writer {
    fn begin(path: PathBuf) -> Writer {
        let (chunks, mut received) = mpsc::channel::<Bytes>(4);
        let write = move || {
            let mut file = File::create_new(path)?;
            while let Some(chunk) = received.blocking_recv() {
                file.write_all(&chunk)?;
            }
            Ok(())
        };
        Writer { chunks, written: task::spawn_blocking(write) }
    }

    /// Writes a piece. That it could not be written is an error of [`finish`](Self::finish).
    async fn write(&mut self, chunk: Bytes) -> Result<(), Problem> {
        match self.chunks.send(chunk).await {
            Ok(()) => Ok(()),
            Err(_) => Err(Problem::internal("an upload could not be written to the disk")),
        }
    }

    async fn finish(self) -> Result<(), Problem> {
        drop(self.chunks);
        match self.written.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Problem::internal(describe(&error))),
            Err(error) => Err(Problem::internal(describe(&error))),
        }
    }
}

/// The name of a source for the name that a client gave: the parts of the path without those that
/// lead elsewhere, and without characters that no name needs.
fn clean_name(name: &str) -> String {
    let shown: String = name.chars().filter(|&char| is_shown(char)).collect();
    // The end has the extension.
    let begin = shown.len().saturating_sub(MAX_NAME);
    let begin = (begin..).find(|&at| shown.is_char_boundary(at)).unwrap_or_default();
    let is_part = |part: &&str| !matches!(*part, "" | "." | "..");
    let parts: Vec<&str> =
        shown[begin..].split(['/', '\\']).map(str::trim).filter(is_part).collect();
    if parts.is_empty() { "file".to_owned() } else { parts.join("/") }
}

/// Whether a character has a place in a name: no control characters, and none that change the
/// direction of the text around them.
fn is_shown(char: char) -> bool {
    let is_direction =
        matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !char.is_control() && !is_direction && char != '\u{feff}'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_lead_nowhere() {
        for (name, clean) in [
            ("book.sgf", "book.sgf"),
            ("../../etc/passwd", "etc/passwd"),
            ("C:\\books\\..\\1.sgf", "C:/books/1.sgf"),
            ("/", "file"),
            ("..", "file"),
            ("a\n\u{0}b.sgf", "ab.sgf"),
            ("a\u{202e}fgs.exe", "afgs.exe"),
            (".hidden", ".hidden"),
            ("詰碁 1.sgf", "詰碁 1.sgf"),
            ("<script>.sgf", "<script>.sgf"),
        ] {
            assert_eq!(clean_name(name), clean, "{name}");
        }
        let long = format!("{}é.sgf", "x".repeat(300));
        assert!(clean_name(&long).len() <= MAX_NAME && clean_name(&long).ends_with("xé.sgf"));
    }

    #[test]
    fn files_of_one_name_are_numbered() {
        let folder = TemporaryFolder::create().unwrap();
        let mut spool = Spool { folder, files: Vec::new(), names: HashSet::new() };
        for name in ["a.sgf", "a.sgf", "2-a.sgf", "a.sgf"] {
            spool.add(name).unwrap();
        }
        let names: Vec<&str> = spool.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.sgf", "2-a.sgf", "2-2-a.sgf", "3-a.sgf"]);
    }

    proptest! {
        #[test]
        fn no_name_has_parts_that_lead_elsewhere(name in "\\PC{0,300}|[./\\\\ a\u{202e}\r]{0,300}") {
            let clean = clean_name(&name);
            prop_assert!(!clean.is_empty() && clean.len() <= MAX_NAME);
            prop_assert!(clean.split('/').all(|part| !matches!(part, "" | "." | "..")), "{clean}");
            prop_assert!(clean.chars().all(is_shown));
        }
    }
}
