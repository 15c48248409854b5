//! The public paths of the library: one that goes, or moves to another module, fails to compile
//! here. Adding a path needs no line; removing one is a breaking change (RELEASE.md).

#![allow(unused_imports, reason = "that the paths exist is the test")]

mod root {
    use gtn_db::{
        Color, Diagnostic, Disposition, Fault, Item, KEY_SCHEME, KeyPrefix, Location,
        ParseKeyError, PositionKey, Rule,
    };
}

mod abalone {
    use gtn_db::abalone::{
        Board, BoardImages, CELLS, CanonicalForm, CanonicalTurn, Cell, CodedComment, CommentHead,
        CommentItem, CommentPart, CommentSign, CommentTarget, Direction, Ejection, Game, GameFault,
        GameFaultCause, GameRecord, KEY_SCHEME, LateralOrder, Lost, Marks, Move, MoveError,
        MoveStyle, Notation, ParseCellError, ParseNotationError, ParsePositionError,
        ParseSymmetryError, Pattern, Placement, Ply, Position, PositionForm, Push, ReadGame,
        ReadMove, ReadMoveError, RecordedMove, Setup, Symmetry,
    };
}

mod answer {
    use gtn_db::answer::{
        AbaloneStatsJson, AskedCorner, AskedCornerError, ClusterJson, ClusterRecordJson,
        ConflictJson, ConflictMoveJson, ConflictRecordJson, ConflictSideJson, ContainmentCountJson,
        ContainmentJson, ContinuationJson, CornerJson, CornerMoveJson, DecideError, DecisionJson,
        DifferenceJson, EdgesJson, FindingJson, GameJson, GivenPosition, GivenPositionError,
        HitCountJson, HitError, HitJson, HitNextJson, ImportJson, JudgedRecordError,
        JudgedRecordJson, LastImportJson, MisprintJson, NearAnswers, NearGroupJson, NearMemberJson,
        NearPairJson, NextMoveJson, NotInQueryError, OutsideError, PointNames, PointText,
        ProblemJson, RecordJson, RecordMatchJson, RegionText, RereadJson, ResultsJson, ShapeJson,
        ShapeMemberJson, SimilarMatchJson, SkipJson, SolutionNodeJson, SolutionTreeJson,
        SourceJson, StatsJson, TurnWordsJson, TurnsJson, TypedMoveError, TypedMoves, VerdictJson,
        find_turn_words, letter, likely_turn, parse_years, utc_time,
    };
}

mod answer_abalone {
    use gtn_db::answer::abalone::{
        ClusterJson, ClusterRecordJson, ContainmentJson, GameCountJson, GameJson, GameMatchJson,
        NearGroupJson, NearMatchJson, NearMemberJson, NearPairJson, NextMoveJson, ProblemJson,
        ProblemMatchJson, RecordJson, SolutionLineJson, game_name, play_move, play_moves,
    };
}

mod check {
    use gtn_db::check::{check_conformance, check_tree};
}

mod escape {
    use gtn_db::escape::{Escaped, EscapedLines, Markup, write_json, write_json_part};
}

mod export {
    use gtn_db::export::{
        ContradictionError, ExportOptions, Format, Orientation, OrientedProblem, build_file_name,
        choose_symmetry,
    };
}

mod export_abalone {
    use gtn_db::export::abalone::{ExportedGame, ExportedProblem, Format, Losses, Place};
}

mod extract {
    use gtn_db::extract::{
        BoardPlace, Extracted, Setup, TreeLocation, TurnEvidence, TurnPhrase, TurnWords,
        diagram_to_sgf, extract_json, extract_line, extract_setup, extract_solution, extract_tree,
        read_json_values,
    };
}

mod extract_abalone {
    use gtn_db::extract::abalone::{
        Extracted, ProblemText, Puzzle, PuzzleFault, PuzzleGoal, SolutionLine, SolutionLineCause,
        SolutionLineFault, StoredGame, extract_game, has_puzzles, read_line, read_puzzles,
    };
}

mod find {
    use gtn_db::find::{
        AcceptedMove, AnswerGroup, Assessment, Cluster, Comparison, ConflictCounts,
        ContainmentMatch, ContainmentQuery, DamagedTextError, Decisions, EdgeDistances,
        FoundPosition, IdentifyError, Identity, KnownRecord, LineMove, ListReached, ListedProblem,
        LoadGamesError, MatchKind, Misprint, Misprints, Novelty, OverlapCounter, PartialReached,
        Played, PositionIndex, PositionQuery, PositionWalk, ProblemList, QueryError, Reached,
        RecordMatch, RecordTree, RecordView, ShapeMember, SimilarPosition, SimilarRecord,
        SolutionMatch, SourcePair, StoredRowError, Submitted, Suspicion, TreeMove, UndecidedPair,
        assess_record, build_frame, check_records, cluster_records, compare_cluster, count_results,
        drop_separated_pairs, find_all_near_pairs, find_copies, find_exact, find_in_solutions,
        find_near_pairs, find_shape_groups, find_similar, find_similar_with_any_edges, find_source,
        for_each_conflict, for_each_game_in_order, for_each_record_by_key, identify_at,
        identify_record, list_duplicates, load_games, load_joseki, load_publication,
        load_shape_group, load_solution, played_next, show_solutions, sort_games_by_key,
        split_by_board, verify, visit_conflict, walk_positions,
    };
}

mod find_abalone {
    use gtn_db::find::abalone::{
        Cluster, ContainmentMatch, DamagedRowError, GameMatch, NearMatch, NextMoves, PlayedMove,
        PositionRecords, ProblemConditions, ProblemMatch, Query, ReplayedGame, ReplayedGames,
        SHORTEST_BEGINNING, SameGame, check_abalone, cluster_records, count_next_moves,
        distinct_clusters, find_by_key, find_containing, find_exact, find_in_games, find_near,
        find_near_pairs, find_same_games, find_within, list_games, load_positions, read_game,
        read_problem,
    };
}

mod games {
    use gtn_db::games::{
        Collector, Continuation, ContinuationCount, CountMatches, DecodeGameError, GameDecoder,
        GameEncoder, GameIndex, IndexGameError, LineReplay, LineWalk, ListGames, ListMatches,
        MAX_LINE_STEPS, Match, MatchCounts, MatchFilter, OPENING_MOVES, PartialCounts, PointChange,
        Replayed, SameGames, Search, Stabilizer, Step, find_game_symmetry, hash_game, hash_opening,
        replay_line,
    };
}

mod go {
    use gtn_db::go::{
        Board, Chain, GameResult, MAX_SIDE, NoLibertyError, NoStoneError, Origins,
        ParseRegionError, ParseRulesError, ParseSymmetryError, PlayError, Played, Point, Position,
        Region, Rules, Score, Sides, Size, SizeError, Status, Symmetry, SymmetrySet, column_name,
    };
}

mod gtn {
    use gtn_db::gtn::{
        Asked, CanonicalForm, CanonicalText, Cell, Diagram, Mark, ParseGtnError, ParseGtnErrorKind,
        Pattern, PatternError, ResizeError, SubPosition, TextLocation, Window,
    };
}

mod import {
    use gtn_db::import::{
        CheckDepth, Containment, ExtractOptions, ExtractedPart, FactKind, FileId, ImportError,
        ImportOptions, MAX_LISTED, PlaceState, RedundantSource, Report, Reread, SourceContent,
        check_places, extract_bytes, extract_inputs, file_id, find_redundant_sources, import,
        merge_database, reread_records,
    };
}

mod import_inputs {
    use gtn_db::import::inputs::{
        ArgumentError, Content, ContentReader, Input, InputEvent, InputFormat, Inputs, Limits,
        PassedOver, SkipCause, SkippedInput,
    };
}

mod joseki {
    use gtn_db::joseki::{
        Corner, CornerOptions, CornerVisit, Joseki, Kept, Move, NormalForm, visit_corners,
        write_sgf,
    };
}

mod model {
    use gtn_db::model::{
        AbaloneForm, AbaloneGame, AbaloneGameInfo, AbaloneIdentity, AbaloneProblem, Book,
        BookOverlap, Charset, Game, GameInfo, GameOutcome, Occurrence, OtherTree, Placement,
        Problem, READING, Record, Results, SharedPositions, Source, SourceFile, SourcePattern,
        TreeKind, TreeOptions, Turn, TurnSource, Variations, Winner, format_answers,
    };
}

mod report {
    use gtn_db::report::{
        AbaloneAudit, AbaloneDuplicate, AbaloneNearPair, AbaloneNearPosition, AbaloneRecord,
        AuditReport, Conflict, ConflictSide, Duplicate, MAX_BYTES, MovedPosition, Shape, Totals,
        TreeMove, write,
    };
}

mod sgf {
    use gtn_db::sgf::{
        Charset, CharsetSource, Detected, Event, GameTree, Ident, Layout, Node, NodeId, Property,
        Reader, Split, SyntaxFault, SyntaxFaultKind, TreeSpan, Values, detect_charset, find_tree,
        split, split_next, to_ff4, to_sgf, to_utf8, transform, write_tree,
    };
}

mod sgf_value {
    use gtn_db::sgf::value::{
        Move, Rectangle, ValueError, decode_simple_text, decode_text, escape, format_point,
        format_size_property, parse_move, parse_point, parse_points, parse_size, split_compose,
    };
}

mod similarity {
    use gtn_db::similarity::{
        Alignment, CommonMark, Containing, ContainmentHit, Difference, Edges, MAX_DISTANCE,
        MarkedWindow, NearHit, NearPair, NoStoneError, Placement, QueryPoint, SameShapeHit,
        ShapeGroup, SimilarityIndex, SimilarityIndexBuilder, StarCluster, Within, align_stones,
        find_star_clusters, near_distance, near_keys,
    };
}

mod solution {
    use gtn_db::solution::{
        Agreement, AlignmentBase, Answer, CanonicalFrame, Certainty, Claims, Conflict, Converted,
        DecodeError, Dialect, Loss, Losses, MergedNode, MergedTree, ParseDialectError,
        PositionStabilizer, Reading, Refusal, ReplayedMove, Solution, SolutionMerger, SolutionNode,
        SolutionPoint, Steering, Verdict, canonicalize_answer, collect_answers, compare_answers,
        compare_claims, convert_marks, read, read_as, replay,
    };
}

mod store {
    use gtn_db::store::{
        AbaloneCounts, AbaloneGameRow, BoardRegion, Counts, DatabaseSummary, DatabaseVersion,
        Decision, Difference, Expression, FamilyCounts, FilterTextError, GameFilter, GameOrder,
        GameOrderKey, GameRow, ImportSession, ItemCounts, JudgedRecord, Judgment, MergeChecks,
        MergeFault, MergeReport, OtherDatabase, PlacedSource, ProblemFilter, RankedChain, Ranking,
        RecordRow, RenameError, SQLITE_HEADER, SelectedRecord, Snapshot, SolvedPosition,
        SolvedRecord, SourceDetails, SourceImport, SourceState, Store, StoreError,
        StoredAbaloneGame, StoredAbaloneProblem, StoredFile, StoredGame, StoredPly, StoredPosition,
        StoredRecord, StoredSource, Tally, copy_database, parse_board, parse_stones, tree_hash,
    };
}

mod svg {
    use gtn_db::svg::{HEX_STYLE, HexPicture, Picture, STYLE};
}

#[cfg(feature = "serve")]
mod server {
    use gtn_db::server::{GRACE, ServeError, Server, ServerOptions};
}
