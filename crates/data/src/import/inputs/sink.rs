//! Where inputs are delivered.

use std::ops::ControlFlow;

use super::content::Content;
use super::input::{Input, InputEvent, InputFormat};
use super::passed_over::PassedOver;
use super::skip::{SkipCause, SkippedInput};
use super::source_name::SourceName;

/// Passes events to the callback of the caller.
pub(super) struct Sink<'a> {
    callback: &'a mut dyn FnMut(InputEvent) -> ControlFlow<()>,
    /// The files and entries of unknown kind.
    pub(super) passed_over: PassedOver,
    /// The number of inputs that were skipped although gtn-db can read their
    /// kind, so that what they hold is not known.
    pub(super) unread: u64,
    /// Whether the callback is running. A panic is then not the fault of the
    /// input.
    pub(super) is_in_callback: bool,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        callback: &'a mut dyn FnMut(InputEvent) -> ControlFlow<()>,
        passed_over: PassedOver,
    ) -> Sink<'a> {
        Sink { callback, passed_over, unread: 0, is_in_callback: false }
    }

    pub(super) fn send(&mut self, event: InputEvent) -> ControlFlow<()> {
        self.is_in_callback = true;
        let answer = (self.callback)(event);
        self.is_in_callback = false;
        answer
    }

    pub(super) fn skip(&mut self, name: &SourceName, cause: SkipCause) -> ControlFlow<()> {
        if !matches!(cause, SkipCause::NestedArchive | SkipCause::NestedTable) {
            self.unread += 1;
        }
        self.send(InputEvent::Skipped(SkippedInput { name: name.shown.clone(), cause }))
    }

    pub(super) fn deliver(
        &mut self,
        name: SourceName,
        format: InputFormat,
        content: Content,
    ) -> ControlFlow<()> {
        let SourceName { shown, identity, file } = name;
        self.send(InputEvent::Input(Input {
            name: shown,
            file,
            identity,
            format,
            content,
            is_whole: true,
        }))
    }
}
