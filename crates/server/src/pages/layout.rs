//! The frame of every page: head, links to the other pages, languages.

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

use super::text::{Language, Text, texts};
use crate::assets;
use crate::problem::Problem;
use crate::state::{App, View};

/// The pages that every page links to: their paths and names.
const PAGES: [(&str, Text); 10] = [
    ("/", FIND),
    ("/problems", PROBLEMS),
    ("/explore", EXPLORE),
    ("/games", GAMES),
    ("/duplicates", DUPLICATES),
    ("/conflicts", CONFLICTS),
    ("/near", NEAR),
    (DESK, SUBMISSIONS),
    (IMPORT, IMPORT_FILES),
    ("/about", ABOUT),
];

/// The pages that a read-only server does not have.
const IMPORT: &str = "/import";
const DESK: &str = "/desk";

texts! { "shared": PROBLEMS, GAMES }
texts! { "layout":
    SKIP, NAVIGATION, LANGUAGES, FIND, EXPLORE, DUPLICATES, CONFLICTS, NEAR, IMPORT_FILES, ABOUT,
    SUBMISSIONS, KEYS,
}

/// What a page needs of its request. A handler takes it as an argument.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The language of the page.
    pub(super) language: Language,
    path: String,
    /// The query without `lang`.
    query: String,
    token: String,
    /// Whether a form was sent for it: its address cannot be opened again.
    is_sent: bool,
    /// Whether the server changes nothing.
    pub(super) is_read_only: bool,
}

impl FromRequestParts<Arc<App>> for Page {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Page, Infallible> {
        let (mut asked, mut query) = (None, Vec::new());
        for field in parts.uri.query().unwrap_or_default().split('&') {
            match field.strip_prefix("lang=") {
                Some(tag) => asked = Language::from_tag(tag),
                None if field.is_empty() => {}
                None => query.push(field),
            }
        }
        let accepted = parts.headers.get(header::ACCEPT_LANGUAGE);
        let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
        let accepted = accepted.and_then(Language::from_header);
        Ok(Page {
            language: asked.or(accepted).unwrap_or(Language::English),
            path: parts.uri.path().to_owned(),
            query: query.join("&"),
            token: app.token.clone(),
            is_sent: parts.method == Method::POST,
            is_read_only: app.settings.is_read_only,
        })
    }
}

impl Page {
    /// A text in the language of the page, with values in place of each `{}`.
    pub(super) fn fill(&self, text: Text, values: &[&dyn Display]) -> String {
        text.fill(self.language, values)
    }

    /// A text in the language of the page.
    pub(super) fn text(&self, text: Text) -> &'static str {
        text.in_language(self.language)
    }

    /// The hidden field that every form of method POST must have.
    pub(super) fn token(&self) -> Markup {
        html! { input type="hidden" name="token" value=(self.token); }
    }

    /// A script of the folder `assets`, for the content of a page. Scripts run after the page was
    /// read, in their order.
    pub(super) fn script(&self, name: &str) -> Markup {
        html! { script type="module" src=(assets::address(name)) {} }
    }

    /// The switch of the keys (keys.js), for the content of a page that has some.
    pub(super) fn key_switch(&self) -> Markup {
        html! {
            label.choice.no-print { input #keys type="checkbox" checked; (self.text(KEYS)) }
            (self.script("keys.js"))
        }
    }

    /// Loads the page again after some seconds, because the server is at work on its content.
    pub(super) fn reload_after(&self, seconds: u32) -> Markup {
        html! {
            noscript { meta http-equiv="refresh" content=(seconds); }
            span #wait hidden data-seconds=(seconds) {}
            (self.script("wait.js"))
        }
    }

    /// The page with this title, whose content is made of one state of the database.
    ///
    /// # Errors
    /// As for [`App::read`]; those of `render`.
    pub(super) async fn read(
        self,
        app: Arc<App>,
        title: Text,
        render: impl FnOnce(&View<'_>, &Page) -> Result<Markup, Problem> + Send + 'static,
    ) -> Result<Html<String>, Problem> {
        let read = move |view: &View<'_>| Ok((render(view, &self)?, self));
        let (content, page) = app.read(read).await?;
        Ok(page.show(page.text(title), content))
    }

    /// The page with this title and content.
    pub(super) fn show(&self, title: &str, content: Markup) -> Html<String> {
        let page = html! {
            (DOCTYPE)
            html lang=(self.language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) " · gtn-db" }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href=(assets::address("style.css"));
                }
                body {
                    a.skip href="#content" { (self.text(SKIP)) }
                    header {
                        nav aria-label=(self.text(NAVIGATION)) { ul {
                            @for (path, name) in self.pages() {
                                li { a href=(self.link(path)) aria-current=[self.current(path)] {
                                    (self.text(name))
                                } }
                            }
                        } }
                        @if !self.is_sent {
                            nav aria-label=(self.text(LANGUAGES)) { ul {
                                @for language in Language::ALL {
                                    li { a href=(self.in_language(language))
                                        lang=(language.tag()) hreflang=(language.tag())
                                        aria-current=[(language == self.language).then_some("true")] {
                                        (language.name())
                                    } }
                                }
                            } }
                        }
                    }
                    main #content { h1 { (title) } (content) }
                }
            }
        };
        Html(page.into_string())
    }

    /// The pages that this server has.
    fn pages(&self) -> impl Iterator<Item = (&'static str, Text)> {
        let changes = |path: &str| [IMPORT, DESK].contains(&path);
        PAGES.into_iter().filter(move |(path, _)| !changes(path) || !self.is_read_only)
    }

    /// The address of another page in the language of this one.
    pub(super) fn link(&self, path: &str) -> String {
        let separator = if path.contains('?') { '&' } else { '?' };
        format!("{path}{separator}lang={}", self.language.tag())
    }

    /// The address of this page in another language.
    fn in_language(&self, language: Language) -> String {
        let separator = if self.query.is_empty() { "" } else { "&" };
        format!("{}?{}{separator}lang={}", self.path, self.query, language.tag())
    }

    /// The value of `aria-current` of a link to a page.
    pub(super) fn current(&self, path: &str) -> Option<&'static str> {
        (self.path == path).then_some("page")
    }
}
