//! One position or pattern as a user gave it, and what commands make of it.

use anyhow::{Context, bail};
use gtn_db::abalone::Setup;
use gtn_db::answer::{GivenShape, RegionText};
use gtn_db::extract::BoardPlace;
use gtn_db::find::abalone::find_by_key;
use gtn_db::find::{PositionQuery, RecordView};
use gtn_db::go::Board;
use gtn_db::gtn::{Diagram, ParseGtnError, ParseGtnErrorKind, Pattern, PatternError, SubPosition};
use gtn_db::store::{Store, StoreError, StoredPosition};
use gtn_db::{Color, KeyPrefix, PositionKey};

use super::point_notes::PointNotes;

/// The message about a position of the other game.
const NOT_GO: &str = "an Abalone position, where one of Go is needed";

/// One position or pattern as a user gave it.
#[derive(Clone, Debug)]
pub struct QueryText {
    pub(super) form: Form,
    pub(super) region: Option<RegionText>,
}

/// The forms of a query.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// An IGTN. Parsed later: whether `?` is a point depends on the command.
    Igtn(String),
    /// A diagram of several lines.
    Gtn(String),
    /// The setup of a game tree.
    Setup(Board, Option<Color>, PointNotes),
    /// A whole board after some moves.
    Moves(Board, Option<Color>, PointNotes),
    /// The beginning of the key of a stored position.
    Key(KeyPrefix),
    /// A position of Abalone in any form.
    Abalone(String),
}

/// A diagram with its annotations.
pub struct PlacedDiagram {
    pub diagram: Diagram,
    /// Where it lies, when it was cut out of a whole board.
    pub place: Option<BoardPlace>,
    /// What only a picture shows.
    pub notes: PointNotes,
}

/// A position without `?`.
#[derive(Clone, Debug)]
pub struct AskedPosition {
    pub sub: SubPosition,
    /// Where the position lies: known, or likely from its edges.
    pub place: BoardPlace,
    /// Who is to move, if the query says so.
    pub turn: Option<Color>,
    is_setup: bool,
}

/// The part of a whole board that a pattern is, when `--region` does not say so. A whole board
/// comes from SGF or from moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The window: the stones and the edges near them.
    Window,
    /// All of it.
    WholeBoard,
}

impl QueryText {
    /// The position, if it is one of Abalone.
    ///
    /// # Errors
    /// When the text is meant as one and has a fault, or a part of it is to be cut out.
    pub fn abalone_setup(&self) -> anyhow::Result<Option<Setup>> {
        let Form::Abalone(text) = &self.form else { return Ok(None) };
        if self.region.is_some() {
            bail!("--region cuts boards of Go; this is an Abalone position");
        }
        Ok(Some(text.parse()?))
    }

    /// The key of the position, if it is one of Abalone or the key of one.
    ///
    /// # Errors
    /// As for [`find_abalone_setup`](Self::find_abalone_setup).
    pub fn abalone_key(&self, store: &Store) -> anyhow::Result<Option<PositionKey>> {
        let setup = self.find_abalone_setup(store)?;
        Ok(setup.map(|setup| setup.board.canonicalize().key()))
    }

    /// Whether this is a key, which only a database knows.
    pub fn is_key(&self) -> bool {
        matches!(self.form, Form::Key(_))
    }

    /// Whether this is meant as a position of Abalone, or is the key of one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn is_abalone(&self, store: &Store) -> Result<bool, StoreError> {
        match self.form {
            Form::Abalone(_) => Ok(true),
            Form::Key(prefix) => Ok(store.positions_with_prefix(prefix, 1)?.is_empty()
                && !store.abalone_keys_with_prefix(prefix, 1)?.is_empty()),
            _ => Ok(false),
        }
    }

    /// The position, if it is one of Abalone or the key of one, which is looked up in the database.
    /// The position of a key has no side to move.
    ///
    /// # Errors
    /// As for [`abalone_setup`](Self::abalone_setup); or when several keys have this prefix, or the
    /// database cannot be read.
    pub fn find_abalone_setup(&self, store: &Store) -> anyhow::Result<Option<Setup>> {
        let Form::Key(prefix) = self.form else { return self.abalone_setup() };
        match find_by_prefix(store, prefix)? {
            Some(StoredKey::Abalone(key)) => Ok(find_by_key(store, key)?),
            Some(StoredKey::Go(_)) | None => Ok(None),
        }
    }

    /// The diagram with its annotations.
    ///
    /// # Errors
    /// When the text is not a position, or is a key, which only a database knows.
    pub fn into_diagram(self) -> anyhow::Result<PlacedDiagram> {
        let mut notes = PointNotes::default();
        let diagram = match self.form {
            Form::Igtn(text) => text.parse().map_err(explain_wildcard)?,
            Form::Gtn(text) => Diagram::from_gtn(&text).map_err(explain_wildcard)?,
            Form::Setup(board, _, of) | Form::Moves(board, _, of) => {
                notes = of;
                Diagram::from(&SubPosition::goban(board))
            }
            Form::Key(_) => bail!("a key stands for a stored position: `gtn-db show` prints it"),
            Form::Abalone(_) => bail!(NOT_GO),
        };
        let Some(region) = self.region else {
            return Ok(PlacedDiagram { diagram, place: None, notes });
        };
        let (board, is_goban) = (diagram.size(), diagram.open().is_empty());
        let place = BoardPlace::likely_or_own(&diagram);
        let region = region.locate(place, board)?;
        let diagram = diagram.cut(region).expect("located regions are inside");
        let place = is_goban.then_some(BoardPlace { origin: region.origin, board });
        Ok(PlacedDiagram { diagram, place, notes: notes.cut(region) })
    }

    /// The position; a key is looked up in the database, and its position is turned as its first
    /// record has it. `None` when no key has this prefix.
    ///
    /// # Errors
    /// When the text is not a position, several keys have this prefix, or the database cannot be
    /// read.
    pub fn into_position(self, store: &Store) -> anyhow::Result<Option<AskedPosition>> {
        let Form::Key(prefix) = self.form else { return self.into_own_position().map(Some) };
        let view = match find_by_prefix(store, prefix)? {
            None => return Ok(None),
            Some(StoredKey::Abalone(_)) => bail!(NOT_GO),
            Some(StoredKey::Go(position)) => view_first_record(store, &position)?,
        };
        if self.region.is_some() {
            bail!("--region does not cut stored positions");
        }
        let RecordView { window: sub, place, .. } = view;
        Ok(Some(AskedPosition { sub, place, turn: None, is_setup: false }))
    }

    /// The position, if it needs no database.
    ///
    /// # Errors
    /// When the text is not a position, or is a key.
    pub fn into_own_position(self) -> anyhow::Result<AskedPosition> {
        let (turn, is_setup) = match &self.form {
            Form::Setup(_, turn, _) => (*turn, self.region.is_none()),
            Form::Moves(_, turn, _) => (*turn, false),
            Form::Igtn(_) | Form::Gtn(_) | Form::Key(_) | Form::Abalone(_) => (None, false),
        };
        let PlacedDiagram { diagram, place, .. } = self.into_diagram()?;
        let place = place.unwrap_or_else(|| BoardPlace::likely_or_own(&diagram));
        Ok(AskedPosition { sub: diagram.sub_position(), place, turn, is_setup })
    }

    /// The pattern; a key is looked up as for [`into_position`](Self::into_position).
    ///
    /// # Errors
    /// As for [`into_position`](Self::into_position).
    pub fn into_pattern(self, store: &Store, extent: Extent) -> anyhow::Result<Option<GivenShape>> {
        let pattern: Result<Pattern, PatternError> = match &self.form {
            Form::Igtn(text) => text.parse(),
            Form::Gtn(text) => Pattern::from_gtn(text),
            Form::Setup(..) | Form::Moves(..) | Form::Key(_) | Form::Abalone(_) => {
                let is_whole = matches!(self.form, Form::Setup(..) | Form::Moves(..));
                let takes_window = is_whole && self.region.is_none() && extent == Extent::Window;
                let Some(mut asked) = self.into_position(store)? else { return Ok(None) };
                if takes_window {
                    let query = asked.to_query(None)?;
                    asked = AskedPosition {
                        place: asked.place_of_window(&query),
                        sub: query.window,
                        ..asked
                    };
                }
                let pattern = Pattern::try_from(&asked.sub)?;
                return Ok(Some(GivenShape { pattern, place: asked.place }));
            }
        };
        let shape = GivenShape::at_likely_place(pattern?);
        Ok(Some(match &self.region {
            Some(region) => shape.cut(region)?,
            None => shape,
        }))
    }
}

impl AskedPosition {
    /// The query for the database. `turn` overrides what the position says.
    ///
    /// # Errors
    /// When there are no stones.
    pub fn to_query(&self, turn: Option<Color>) -> anyhow::Result<PositionQuery> {
        let query = PositionQuery::new(&self.sub, turn.or(self.turn));
        if self.is_setup && query.is_err() {
            bail!(
                "no stones are set up before the first move; --move N takes the position after \
                 move N"
            );
        }
        Ok(query?)
    }

    /// Where the window of the query lies.
    pub fn place_of_window(&self, query: &PositionQuery) -> BoardPlace {
        self.place.of_part(query.origin)
    }
}

/// Says where `?` can be used instead.
fn explain_wildcard(error: ParseGtnError) -> anyhow::Error {
    let is_wildcard = error.kind == ParseGtnErrorKind::UnknownPoint('?');
    let error = anyhow::Error::from(error);
    if is_wildcard {
        let hint = "patterns with `?` work with find --contains, find --in games and games --shape";
        return anyhow::anyhow!("{error}; {hint}");
    }
    error
}

/// What a stored key stands for.
enum StoredKey {
    Go(StoredPosition),
    Abalone(PositionKey),
}

/// The stored position whose key has this prefix; `None` when there is none.
fn find_by_prefix(store: &Store, prefix: KeyPrefix) -> anyhow::Result<Option<StoredKey>> {
    const SHOWN: u32 = 8;
    let go = store.positions_with_prefix(prefix, SHOWN + 1)?;
    let abalone = store.abalone_keys_with_prefix(prefix, SHOWN + 1)?;
    if go.len() + abalone.len() > 1 {
        let keys = go.iter().map(|position| position.key).chain(abalone);
        let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
        let (shown, more) = match keys.get(..SHOWN as usize) {
            Some(shown) if keys.len() > shown.len() => (shown, ", …"),
            _ => (&*keys, ""),
        };
        bail!("several stored keys have this prefix: {}{more}", shown.join(", "));
    }
    let abalone = abalone.first().map(|&key| StoredKey::Abalone(key));
    Ok(go.into_iter().next().map(StoredKey::Go).or(abalone))
}

/// The position as its first record has it.
fn view_first_record(store: &Store, position: &StoredPosition) -> anyhow::Result<RecordView> {
    let records = store.records(position.id)?;
    let first = records.first().with_context(|| format!("{} has no record", position.key))?;
    Ok(RecordView::new(position, first)?)
}
