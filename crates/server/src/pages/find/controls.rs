//! The controls of the find page.

use maud::{Markup, html};

use super::options::{Mode, Options, Tool};
use crate::Color;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::similarity::MAX_DISTANCE;

texts! { "find/controls":
    TOOLS, OPERATIONS, QUESTION, TURN, ANYONE, FIND, READ, ROTATE, MIRROR, RECOLOR, CLEAR,
    ALTERNATE, ANY, ERASE,
}

/// The fields that no control shows. The first button is what Enter in a field presses.
pub(super) fn state(options: &Options, hidden: &[(&'static str, String)]) -> Markup {
    html! {
        button.spoken name="do" value="ask" tabindex="-1" aria-hidden="true" {}
        @for (name, value) in hidden { input type="hidden" name=(name) value=(value); }
        input type="hidden" name="tool" value=(options.tool.name());
        input type="hidden" name="next" value=(options.next.name());
        @if let Some(lang) = &options.lang {
            input type="hidden" name="lang" value=(lang);
        }
    }
}

pub(super) fn tools(page: &Page, tools: &[Tool], chosen: Tool) -> Markup {
    html! {
        div.tools role="group" aria-label=(page.text(TOOLS)) {
            @for &tool in tools {
                button name="pick" value=(tool.name()) data-tool=(tool.name())
                    aria-pressed=(tool == chosen) { (page.text(tool_text(tool))) }
            }
        }
    }
}

pub(super) fn operations(page: &Page) -> Markup {
    let operations = [("turn", ROTATE), ("mirror", MIRROR), ("recolor", RECOLOR), ("clear", CLEAR)];
    html! {
        div.tools role="group" aria-label=(page.text(OPERATIONS)) {
            @for (name, text) in operations {
                button name="do" value=(name) { (page.text(text)) }
            }
        }
    }
}

/// The fields that ask for positions. `near` is what the number of differing points is called, and
/// `edges` the field for the edges of a board of Go.
pub(super) fn questions(page: &Page, options: &Options, near: Text, edges: &Markup) -> Markup {
    html! {
        (choose_mode(page, options.mode))
        div.tools {
            (choose_near(page, near, options.near))
            (choose_turn(page, options.turn))
            (edges)
            button.main.plain name="do" value="ask" { (page.text(FIND)) }
        }
    }
}

fn choose_mode(page: &Page, chosen: Mode) -> Markup {
    html! {
        fieldset.tools {
            legend { (page.text(QUESTION)) }
            @for mode in Mode::ALL {
                label.choice { input type="radio" name="mode" value=(mode.name())
                    checked[mode == chosen]; (page.text(mode_text(mode))) }
            }
        }
    }
}

fn choose_near(page: &Page, label: Text, chosen: u8) -> Markup {
    html! {
        label { span { (page.text(label)) } " " select name="near" {
            @for near in 1..=MAX_DISTANCE {
                option value=(near) selected[near == chosen] { (near) }
            }
        } }
    }
}

fn choose_turn(page: &Page, chosen: Option<Color>) -> Markup {
    html! {
        label { span { (page.text(TURN)) } " " select name="turn" {
            option value="" selected[chosen.is_none()] { (page.text(ANYONE)) }
            @for color in Color::ALL {
                option value=(color.name()) selected[chosen == Some(color)] {
                    (page.text(words::side(color)))
                }
            }
        } }
    }
}

/// The field for a text. `problem` is why the text cannot be shown.
pub(super) fn text_field(
    page: &Page,
    label: Text,
    text: &str,
    problem: Option<&Problem>,
) -> Markup {
    let at = problem.and_then(|problem| problem.at);
    html! {
        label { span { (page.text(label)) }
            textarea #text name="text" rows="3" spellcheck="false" data-at=[at]
                aria-invalid=[problem.map(|_| "true")] { (text) }
        }
        div.tools { button name="do" value="read" { (page.text(READ)) } }
    }
}

fn tool_text(tool: Tool) -> Text {
    match tool {
        Tool::Alternate => ALTERNATE,
        Tool::Black => words::side(Color::Black),
        Tool::White => words::side(Color::White),
        Tool::Any => ANY,
        Tool::Erase => ERASE,
    }
}

fn mode_text(mode: Mode) -> Text {
    Text::named("mode", mode.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modes_have_words() {
        assert_eq!(Mode::ALL.map(|mode| mode_text(mode).ja), ["同じ", "類似", "含む", "含まれる"]);
    }
}
