//! Query parameters that select problems or games: the conditions of a table, and the others of a
//! request.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::input::read_query;
use super::problem::Problem;
use super::state::{App, View};
use super::text::texts;
use crate::find::ProblemList;
use crate::store::{
    ConditionError, Conditions, GameConditions, GameFilter, Given, ProblemConditions, ProblemFilter,
};

texts! { "server/game_fields": NO_PLAYER }

/// The conditions of a request.
#[derive(Clone, Debug)]
pub(super) struct Fields<C: Conditions>(Given<C>);

/// Conditions on games. One that is empty selects all.
pub(super) type GameFields = Fields<GameConditions>;

/// Conditions on problems. A problem is selected if one of its records fulfills all of them.
pub(super) type ProblemFields = Fields<ProblemConditions>;

/// The query parameters of a request: the conditions, and the others. What does not fit is 422.
///
/// A form sends all its fields, so conditions without a text are left out.
#[derive(Clone, Debug)]
pub(super) struct Selecting<T, C: Conditions = GameConditions>(pub(super) T, pub(super) Fields<C>);

impl<T: DeserializeOwned, C: Conditions> Selecting<T, C> {
    /// Reads a query of a form that sends fields without a text.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub(super) fn read_form(query: Option<&str>) -> Result<Self, Problem> {
        let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        Selecting::read(pairs.filter(|(_, value)| !value.trim().is_empty()))
    }

    /// Reads the pairs of a query.
    ///
    /// # Errors
    /// 422 if the pairs that are no conditions do not fit `T`.
    pub(super) fn read<'a>(
        pairs: impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)>,
    ) -> Result<Self, Problem> {
        let mut given = Given::<C>::default();
        let mut others = form_urlencoded::Serializer::new(String::new());
        for (name, value) in pairs {
            if !given.add(&name, &*value) {
                others.append_pair(&name, &value);
            }
        }
        let others = read_query(&others.finish()).map_err(|problem| {
            let names: Vec<String> =
                C::TABLE.iter().map(|condition| format!("`{}`", condition.name)).collect();
            match problem.detail.contains("unknown field") {
                true => {
                    Problem::unprocessable(format!("{}, or {}", problem.detail, names.join(", ")))
                }
                false => problem,
            }
        })?;
        Ok(Selecting(others, Fields(given.without_blank())))
    }
}

impl<T: DeserializeOwned, C: Conditions> FromRequestParts<Arc<App>> for Selecting<T, C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        Selecting::read(form_urlencoded::parse(query.as_bytes()))
    }
}

impl<C: Conditions> Deref for Fields<C> {
    type Target = Given<C>;

    fn deref(&self) -> &Given<C> {
        &self.0
    }
}

impl From<ConditionError> for Problem {
    fn from(error: ConditionError) -> Problem {
        Problem::unprocessable(error.to_string())
    }
}

impl<C: Conditions> Fields<C> {
    /// The conditions, of Abalone.
    ///
    /// # Errors
    /// 422 if a value has no meaning, or a condition is one that only Go can fulfill.
    pub(super) fn to_abalone_conditions(&self) -> Result<C, Problem> {
        if let Some((condition, _)) = self.texts().find(|(condition, _)| condition.is_go_only) {
            let detail = format!("{} selects {} of Go, not of Abalone", condition.name, C::WHAT);
            return Err(Problem::unprocessable(detail));
        }
        Ok(self.conditions()?)
    }
}

impl ProblemFields {
    /// The filter for problems of Go.
    ///
    /// # Errors
    /// 422 if a value has no meaning.
    pub(super) fn to_filter(&self) -> Result<ProblemFilter, Problem> {
        Ok(self.conditions()?.into())
    }

    /// The problems that the conditions select.
    ///
    /// # Errors
    /// As for [`to_filter`](Self::to_filter).
    pub(super) fn load_list(&self, view: &View<'_>) -> Result<Arc<ProblemList>, Problem> {
        let filter = self.to_filter()?;
        Ok(match filter.is_empty() {
            true => view.problems()?,
            false => Arc::new(ProblemList::load(view.store, &filter)?),
        })
    }
}

impl GameFields {
    /// The filter for the store.
    ///
    /// # Errors
    /// 422 if the years are none, or there is an opponent of nobody.
    pub(super) fn to_filter(&self) -> Result<GameFilter, Problem> {
        if self.text("opponent").is_some() && self.text("player").is_none() {
            return Err(Problem::unprocessable(NO_PLAYER));
        }
        Ok(self.conditions()?.into())
    }

    /// The filter for games of Abalone.
    ///
    /// # Errors
    /// As for [`to_filter`](Self::to_filter), and if a condition is one that only games of Go can fulfill.
    pub(super) fn to_abalone_filter(&self) -> Result<GameFilter, Problem> {
        self.to_abalone_conditions()?;
        self.to_filter()
    }

    /// The numbers of the selected games in ascending order; `None` for all games.
    ///
    /// # Errors
    /// As for [`to_filter`](Self::to_filter).
    pub(super) fn select(&self, view: &View<'_>) -> Result<Option<Vec<i64>>, Problem> {
        let filter = self.to_filter()?;
        Ok(if filter.is_empty() { None } else { Some(view.store.find_games(&filter)?) })
    }
}

/// The parameters of the OpenAPI description.
#[cfg(feature = "openapi")]
mod parameters {
    use utoipa::IntoParams;
    use utoipa::openapi::Required;
    use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
    use utoipa::openapi::schema::{ObjectBuilder, Type};

    use super::Fields;
    use crate::store::Conditions;

    impl<C: Conditions> IntoParams for Fields<C> {
        fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
            let parameters = C::TABLE.iter().map(|condition| {
                let words: Vec<&str> =
                    (condition.choices)().iter().map(|choice| choice.name).collect();
                let schema = ObjectBuilder::new().schema_type(Type::String);
                let schema = schema.pattern(condition.pattern);
                ParameterBuilder::new()
                    .name(condition.name)
                    .parameter_in(ParameterIn::Query)
                    .required(Required::False)
                    .description(Some(condition.description()))
                    .schema(Some(schema.enum_values((!words.is_empty()).then_some(words))))
                    .build()
            });
            parameters.collect()
        }
    }
}
