//! The controls of the find page.

use maud::{Markup, html};

use super::options::{Mode, Options, Tool};
use crate::Color;
use crate::pages::layout::Page;
use crate::pages::text::Text;
use crate::pages::words;
use crate::problem::Problem;
use crate::similarity::MAX_DISTANCE;

const TOOLS: Text = Text { en: "Set", ja: "置く" };
const OPERATIONS: Text = Text { en: "Board", ja: "盤面" };
const QUESTION: Text = Text { en: "Find positions", ja: "探す局面" };
const TURN: Text = Text { en: "To play", ja: "手番" };
const ANYONE: Text = Text { en: "anyone", ja: "指定なし" };
const FIND: Text = Text { en: "Find", ja: "探す" };
const READ: Text = Text { en: "Show this text", ja: "このテキストを表示" };

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
    let operations = [
        ("turn", Text { en: "Turn", ja: "回転" }),
        ("mirror", Text { en: "Mirror", ja: "反転" }),
        ("recolor", Text { en: "Recolor", ja: "白黒交換" }),
        ("clear", Text { en: "Clear", ja: "消去" }),
    ];
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
        Tool::Alternate => Text { en: "Alternate", ja: "交互" },
        Tool::Black => words::side(Color::Black),
        Tool::White => words::side(Color::White),
        Tool::Any => Text { en: "Any (?)", ja: "任意 (?)" },
        Tool::Erase => Text { en: "Erase", ja: "消す" },
    }
}

fn mode_text(mode: Mode) -> Text {
    match mode {
        Mode::Exact => Text { en: "same", ja: "同じ" },
        Mode::Near => Text { en: "near", ja: "似た" },
        Mode::Contains => Text { en: "contains", ja: "含む" },
        Mode::Within => Text { en: "within", ja: "含まれる" },
    }
}
