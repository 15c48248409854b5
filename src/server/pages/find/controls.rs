//! The controls of the find page.

use maud::{Markup, html};

use super::search::{Mode, Search, Tool};
use crate::Color;
use crate::server::pages::layout::Page;
use crate::server::pages::text::Text;
use crate::server::problem::Problem;
use crate::similarity::MAX_DISTANCE;

const TOOLS: Text = Text { en: "Set", ja: "置く" };
const OPERATIONS: Text = Text { en: "Board", ja: "盤面" };
const QUESTION: Text = Text { en: "Find positions", ja: "探す局面" };
const TURN: Text = Text { en: "To play", ja: "手番" };
const ANYONE: Text = Text { en: "anyone", ja: "指定なし" };
const NEAR: Text = Text { en: "Differing points", ja: "異なる点の数" };
const EDGES: Text = Text { en: "any edges", ja: "端を問わない" };
pub(super) const FIND: Text = Text { en: "Find", ja: "探す" };
const SIZE: Text = Text { en: "Board size", ja: "碁盤の大きさ" };
const OTHER_SIZE: Text = Text { en: "rows x columns", ja: "行 x 列" };
const RESIZE: Text = Text { en: "Change", ja: "変更" };
const TEXT: Text = Text { en: "Position as IGTN, GTN or SGF", ja: "局面（IGTN・GTN・SGF）" };
const READ: Text = Text { en: "Show this text", ja: "このテキストを表示" };
const KEYS: Text = Text {
    en: "Keys on the board: arrows; Enter sets a stone; B, W, ? and Delete.",
    ja: "碁盤のキー：矢印、Enter で石を置く、B・W・?・Delete。",
};
const WINDOW: Text = Text {
    en: "Stones are compared with the edges near them, in any orientation and color. With \
         “contains”, points between the stones are empty, and those with ? may be anything.",
    ja: "石とその近くの端を、向きと色によらず比べます。「含む」では石の間の点は空点で、\
         「?」の点は何でもかまいません。",
};

/// The fields that no control shows. The first button is what Enter in a field presses.
pub(super) fn state(search: &Search) -> Markup {
    html! {
        button.spoken name="do" value="ask" tabindex="-1" aria-hidden="true" {}
        input type="hidden" name="position" value=(search.sketch);
        input type="hidden" name="tool" value=(search.tool.name());
        input type="hidden" name="next" value=(search.next.name());
        @if let Some(lang) = &search.lang {
            input type="hidden" name="lang" value=(lang);
        }
    }
}

pub(super) fn tools(page: &Page, search: &Search) -> Markup {
    html! {
        div.tools role="group" aria-label=(page.text(TOOLS)) {
            @for tool in Tool::ALL {
                button name="pick" value=(tool.name()) data-tool=(tool.name())
                    aria-pressed=(tool == search.tool) { (page.text(tool_text(tool))) }
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

pub(super) fn questions(page: &Page, search: &Search) -> Markup {
    html! {
        div #questions {
            (choose_mode(page, search.mode))
            div.tools {
                (choose_near(page, NEAR, search.near))
                (choose_turn(page, ANYONE, search.turn))
                label.choice { input type="checkbox" name="edges" value="any"
                    checked[search.has_any_edges]; (page.text(EDGES)) }
                button.main.plain name="do" value="ask" { (page.text(FIND)) }
            }
        }
    }
}

/// The field `mode`.
pub(super) fn choose_mode(page: &Page, chosen: Mode) -> Markup {
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

/// The field `near`.
pub(super) fn choose_near(page: &Page, label: Text, chosen: u8) -> Markup {
    html! {
        label { span { (page.text(label)) } " " select name="near" {
            @for near in 1..=MAX_DISTANCE {
                option value=(near) selected[near == chosen] { (near) }
            }
        } }
    }
}

/// The field `turn`. `nobody` is the choice without a color.
pub(super) fn choose_turn(page: &Page, nobody: Text, chosen: Option<Color>) -> Markup {
    html! {
        label { span { (page.text(TURN)) } " " select name="turn" {
            option value="" selected[chosen.is_none()] { (page.text(nobody)) }
            @for color in Color::ALL {
                option value=(color.name()) selected[chosen == Some(color)] {
                    (page.text(color_text(color)))
                }
            }
        } }
    }
}

/// `problem` is why the text cannot be shown.
pub(super) fn texts(page: &Page, search: &Search, text: &str, problem: Option<&Problem>) -> Markup {
    let at = problem.and_then(|problem| problem.at);
    let size = search.sketch.size().to_string();
    let is_whole_board = search.sketch.is_whole_board();
    html! {
        div #texts.more {
            fieldset.tools {
                legend { (page.text(SIZE)) }
                @for side in ["9x9", "13x13", "19x19"] {
                    button name="resize" value=(side)
                        aria-pressed=(is_whole_board && side == size) { (side) }
                }
                input.size name="size" value=(size) aria-label=(page.text(OTHER_SIZE))
                    autocomplete="off";
                button.plain name="do" value="ask" { (page.text(RESIZE)) }
            }
            label { span { (page.text(TEXT)) }
                textarea #text name="text" rows="3" spellcheck="false" data-at=[at]
                    aria-invalid=[problem.map(|_| "true")] { (text) }
            }
            div.tools { button name="do" value="read" { (page.text(READ)) } }
            p.soft { (page.text(KEYS)) }
            p.soft { (page.text(WINDOW)) }
        }
    }
}

fn tool_text(tool: Tool) -> Text {
    match tool {
        Tool::Alternate => Text { en: "Alternate", ja: "交互" },
        Tool::Black => color_text(Color::Black),
        Tool::White => color_text(Color::White),
        Tool::Any => Text { en: "Any (?)", ja: "任意 (?)" },
        Tool::Erase => Text { en: "Erase", ja: "消す" },
    }
}

fn color_text(color: Color) -> Text {
    match color {
        Color::Black => Text { en: "Black", ja: "黒" },
        Color::White => Text { en: "White", ja: "白" },
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
