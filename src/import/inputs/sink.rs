//! Where inputs are delivered.

use std::ops::ControlFlow;

use super::content::Content;
use super::input::{Input, InputEvent, InputFormat};
use super::skip::{SkipCause, SkippedInput};
use super::source_name::SourceName;

/// Passes events to the callback of the caller.
pub(super) struct Sink<'a> {
    callback: &'a mut dyn FnMut(InputEvent) -> ControlFlow<()>,
    /// The number of files and entries that are hidden or of no interest.
    pub(super) ignored: u64,
    /// Whether the callback is running. A panic is then not the fault of the
    /// input.
    pub(super) is_in_callback: bool,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        callback: &'a mut dyn FnMut(InputEvent) -> ControlFlow<()>,
        ignored: u64,
    ) -> Sink<'a> {
        Sink { callback, ignored, is_in_callback: false }
    }

    pub(super) fn send(&mut self, event: InputEvent) -> ControlFlow<()> {
        self.is_in_callback = true;
        let answer = (self.callback)(event);
        self.is_in_callback = false;
        answer
    }

    pub(super) fn skip(&mut self, name: &SourceName, cause: SkipCause) -> ControlFlow<()> {
        self.send(InputEvent::Skipped(SkippedInput { name: name.shown.clone(), cause }))
    }

    pub(super) fn deliver(
        &mut self,
        name: SourceName,
        format: InputFormat,
        content: Content,
    ) -> ControlFlow<()> {
        let SourceName { shown, identity, file } = name;
        self.send(InputEvent::Input(Input { name: shown, file, identity, format, content }))
    }
}
