from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar, TypedDict, overload

from typing_extensions import Unpack

from gtn_db import spark as spark

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Arrow = _ArrowArray | _ArrowStream
_Path = str | PathLike[str]
_Color = Literal["black", "white"]
_Row = dict[str, Any]
_Value_co = TypeVar("_Value_co", covariant=True)

KEY_SCHEME: str
__version__: str

class DatabaseError(Exception): ...

class ArrowData(Generic[_Value_co]):
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Value_co]: ...
    @overload
    def __getitem__(self, at: int) -> _Value_co: ...
    @overload
    def __getitem__(self, at: slice) -> list[_Value_co]: ...
    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Batches:
    def __iter__(self) -> Iterator[ArrowData[_Row]]: ...
    def __next__(self) -> ArrowData[_Row]: ...
    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Svg:
    def _repr_svg_(self) -> str: ...

# begin conditions: docs/generate writes this
class _ProblemConditions(TypedDict, total=False):
    ids: str | int
    name: str | int
    source: str | int
    book: str | int
    number: str | int
    turn: Literal["black", "white"]
    region: Literal["corner", "side", "center", "board"]
    stones: str | int
    board: str | int
    answered: bool
    marks: Literal["none", "goproblems", "words", "te-bm", "uligo", "easygo", "glift", "tsumego-hero", "ogs-json", "sol-json"]
    tag: str | int
    level: str | int
    rights: Literal["known", "unknown"]
    comment: str | int

class _GameConditions(TypedDict, total=False):
    player: str | int
    opponent: str | int
    black: str | int
    white: str | int
    rank: str | int
    event: str | int
    year: str | int
    speed: Literal["blitz", "rapid", "live", "correspondence"]
    ranked: bool
    bots: bool
    comment: str | int

# end conditions

class Database:
    @property
    def path(self) -> Path: ...
    def find(
        self,
        position: str,
        *,
        turn: _Color | None = None,
        limit: int | None = None,
        key_bytes: bool = False,
    ) -> ArrowData[_Row]: ...
    def find_list(
        self, positions: Sequence[str], *, turn: _Color | None = None, key_bytes: bool = False
    ) -> ArrowData[_Row]: ...
    def near(
        self,
        position: str,
        k: int,
        *,
        turn: _Color | None = None,
        edges: Literal["same", "any"] = "same",
        limit: int | None = None,
        key_bytes: bool = False,
    ) -> ArrowData[_Row]: ...
    def cores(self, *, near: int = 0, limit: int | None = None) -> ArrowData[_Row]: ...
    def books(self, *, limit: int | None = None) -> ArrowData[_Row]: ...
    def nearest(
        self, position: str, count: int = 5, *, turn: _Color | None = None, key_bytes: bool = False
    ) -> ArrowData[_Row]: ...
    def contains(
        self,
        pattern: str,
        *,
        turn: _Color | None = None,
        edges: Literal["marked", "any"] = "marked",
        limit: int | None = None,
        key_bytes: bool = False,
    ) -> ArrowData[_Row]: ...
    def dups(
        self,
        *,
        by: Literal["problem", "position"] = "problem",
        where: str | None = None,
        limit: int | None = None,
        key_bytes: bool = False,
        **conditions: Unpack[_ProblemConditions],
    ) -> ArrowData[_Row]: ...
    def sources(self) -> ArrowData[_Row]: ...
    def records(
        self,
        *,
        where: str | None = None,
        limit: int | None = None,
        sgf: bool = True,
        key_bytes: bool = False,
        **conditions: Unpack[_ProblemConditions],
    ) -> ArrowData[_Row]: ...
    def problems(
        self,
        *,
        where: str | None = None,
        limit: int | None = None,
        key_bytes: bool = False,
        **conditions: Unpack[_ProblemConditions],
    ) -> ArrowData[_Row]: ...
    def facets(
        self, *, where: str | None = None, **conditions: Unpack[_ProblemConditions]
    ) -> ArrowData[_Row]: ...
    def games(
        self,
        *,
        shape: str | None = None,
        after_move: int | None = None,
        before_move: int | None = None,
        where: str | None = None,
        sort: Literal["id", "date", "black", "white", "event", "moves", "rank"] = "id",
        reverse: bool = False,
        limit: int | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def game_sgf(self, game: int, *, orient: bool = False) -> str: ...
    def like(
        self,
        game: int | str,
        *,
        where: str | None = None,
        limit: int | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def next(
        self,
        position: str | None = None,
        *,
        by: Literal["year", "rank"] | None = None,
        versus: str | int | None = None,
        examples: Literal["newest", "strongest"] | None = None,
        after_move: int | None = None,
        before_move: int | None = None,
        unique: bool = False,
        min_games: int = 1,
        where: str | None = None,
        limit: int | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def shapes(
        self,
        position: str,
        what: Literal["hits", "moves"] = "hits",
        *,
        region: str | None = None,
        anchor: bool = False,
        next: _Color | None = None,
        sequence: str | None = None,
        after_move: int | None = None,
        before_move: int | None = None,
        where: str | None = None,
        limit: int | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def profile(
        self,
        name: str,
        position: str | None = None,
        *,
        depth: int = 6,
        positions: int = 10,
        min_games: int = 1,
        unique: bool = False,
        where: str | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def joseki(
        self,
        position: str | None = None,
        *,
        turn: _Color | None = None,
        window: int = 10,
        by: Literal["year", "rank"] | None = None,
        versus: str | int | None = None,
        examples: Literal["newest", "strongest"] | None = None,
        after_move: int | None = None,
        before_move: int | None = None,
        even: bool = False,
        unique: bool = False,
        min_games: int = 1,
        where: str | None = None,
        limit: int | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> ArrowData[_Row]: ...
    def joseki_sgf(
        self,
        position: str | None = None,
        *,
        turn: _Color | None = None,
        window: int = 10,
        dictionaries: Sequence[int] | None = None,
        after_move: int | None = None,
        before_move: int | None = None,
        even: bool = False,
        unique: bool = False,
        min_games: int = 2,
        where: str | None = None,
        **conditions: Unpack[_GameConditions],
    ) -> str: ...
    def verdict(self, key: str) -> ArrowData[_Row]: ...
    def sql(self, query: str) -> ArrowData[_Row]: ...

def canonical(texts: _Arrow, *, key_bytes: bool = False, threads: int = 1) -> ArrowData[_Row]: ...
def contains(
    texts: _Arrow,
    pattern: str,
    *,
    edges: Literal["marked", "any"] = "marked",
    threads: int = 1,
) -> ArrowData[bool | None]: ...
def corners(
    games: _Arrow, window: int = 10, moves: int = 30, *, threads: int = 1
) -> ArrowData[_Row]: ...
def extract(
    batch: _Arrow,
    what: Literal["problems", "games", "skips"] = "problems",
    *,
    path: str = "path",
    content: str = "content",
    sgf: bool = True,
    key_bytes: bool = False,
    threads: int = 1,
) -> ArrowData[_Row]: ...
def near_distance(
    a: _Arrow, b: _Arrow, k: int, *, threads: int = 1
) -> ArrowData[int | None]: ...
def near_keys(texts: _Arrow, k: int, *, threads: int = 1) -> ArrowData[list[int] | None]: ...
def open(path: _Path, *, threads: int = 1) -> Database: ...
def read(
    paths: _Path | Sequence[_Path],
    what: Literal["problems", "games", "skips"] = "problems",
    *,
    names: Sequence[str] | None = None,
    sgf: bool = True,
    key_bytes: bool = False,
    threads: int = 1,
) -> Batches: ...
def replay(games: _Arrow, *, key_bytes: bool = False, threads: int = 1) -> ArrowData[_Row]: ...
def solve(
    position: str, *, turn: _Color | None = None, nodes: int = 250_000
) -> ArrowData[_Row]: ...
def svg(text: str, *, title: str = "board") -> Svg: ...
def write_parquet(table: _Arrow, path: _Path) -> int: ...
