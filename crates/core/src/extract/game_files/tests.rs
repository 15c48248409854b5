use encoding_rs::{EUC_KR, Encoding, GBK, SHIFT_JIS};
use proptest::prelude::*;

use super::*;
use crate::model::{Game, Winner};

const GIB: &str = r"\HS
\[GIBOKIND=Korea\]
\[GAMENAME=친선 대국\]
\[GAMEDATE=2010- 5- 3-20-30-12\]
\[GAMERESULT=흑 7.5집승\]
\[GAMEGONGJE=0\]
\[GAMEBLACKNAME=김철수 (3D)\]
\[GAMEWHITELEVEL=27\]
\[GAMEWHITENICK=박영희\]
\[GAMEINFOMAIN=GBKIND:3,GRLT:0,ZIPSU:75,DUM:0,GONGJE:65,TCNT:4,\]
\[GAMETAG=S0,R0,D0,G55,W4,Z0,T20-3-1200,C2009:04:26:23:15,\]
\HE
\GS
2 1 0
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
\GE
";

const NGF: &str = "Oro2000 Friendly Match
19
Lee S.D.   9DP
bob        10K*
www.example.org
3
0
0
20060928 [08:59]
15
White wins by 16.5 points! >> White(66):Black(89)
2
PMABWRDDR
PMACBQRRQ
";

const UGF: &str = "# saved by a program

[Header]
Ver=UGF2,200
Lang=SJIS
Crypt=2146,PLAIN_UGF_FILE,READ_WRITE
Title=第26期,,碁聖戦
Place=東京
Date=2001/08/20,09:00:00,2001/08/21,18:00:00
Rule=JPN
Size=19
Hdcp=2,0.50
Winner=B,C
CoordinateType=IGS
PlayerB=山田花子,三段,0,
PlayerW=鈴木一郎,9-dan,0,
PlayerW2=佐藤,2-dan,0,
[Remote]
Size=9
[Data]
PP,B1,0,0
DD,B1,0,0
PD,W1,1,12 '00:00:12
YA,B1,2,0
YZ,MK,3,0
 .Text,0,999,advertising
[Figure]
.Text,1
Good.
.EndText
";

fn extract(bytes: &[u8], format: GameFormat) -> (Option<Game>, Vec<String>) {
    let (extracted, faults) = extract_game_file(bytes, format, TreeOptions::default());
    let faults = faults.iter().map(|fault| format!("{} {fault}", fault.rule)).collect();
    match extracted {
        Extracted::Game(game) => (Some(*game), faults),
        Extracted::Nothing => (None, faults),
        other => panic!("{other:?}"),
    }
}

/// The game tree of a file without faults.
fn sgf_of(bytes: &[u8], format: GameFormat) -> String {
    let (game, faults) = extract(bytes, format);
    assert_eq!(faults, [] as [String; 0]);
    String::from_utf8(game.unwrap().sgf).unwrap()
}

fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    encoding.encode(text).0.into_owned()
}

#[test]
fn gib_prefers_codes_to_texts() {
    let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[김철수]BR[3d]PW[박영희]WR[1p]RE[B+7.5]KM[6.5]\
        DT[2009-04-26]GN[친선 대국];B[pd];W[dp])";
    assert_eq!(sgf_of(GIB.as_bytes(), GameFormat::Gib), sgf);
    assert_eq!(sgf_of(&encode(GIB, EUC_KR), GameFormat::Gib), sgf);
    assert_eq!(sgf_of(GIB.replace('\n', "\r\n").as_bytes(), GameFormat::Gib), sgf);

    let texts: String =
        GIB.lines().filter(|line| !line.contains("TAG=")).collect::<Vec<_>>().join("\n");
    let texts = texts.replace("GAMEINFOMAIN", "GAMEINFOSUB");
    let (game, faults) = extract(texts.as_bytes(), GameFormat::Gib);
    let info = game.unwrap().info;
    assert_eq!((faults.len(), info.winner, info.komi), (0, Winner::Black, Some(0)));
    assert_eq!((info.date.as_deref(), info.year), (Some("2010-05-03"), Some(2010)));
}

/// The facts that only newer files have, a pass, and a commentary behind the game that plays it again.
#[test]
fn newer_files_of_gib_are_read() {
    let file = r"\HS
\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,GONGJE:75,LINE:13\]
\[GAMEINFOSUB=GDATE:2026-07-30-13-31-33\]
\[BUSERINFO=BID:柯洁 ,BLV:35\]
\[WUSERINFO=WID:ann,WLV:20\]
\HE
\GS
2 1 0
INI 0 1 0 &4
STO 0 2 1 9 3
SKI 0 3
STO 0 4 1 3 3
\GE
\RS
\[REFGIBO=1\]
STO 0 2 1 9 9
\RE
";
    assert_eq!(
        sgf_of(file.as_bytes(), GameFormat::Gib),
        "(;GM[1]FF[4]CA[UTF-8]SZ[13]PB[柯洁]BR[9p]PW[ann]WR[3d]RE[B+R]KM[7.5]DT[2026-07-30]\
        ;B[jd];W[];B[dd])"
    );
}

#[test]
fn a_few_characters_of_gib_are_in_the_charset_of_their_kind() {
    let korean = r"\[GAMEBLACKNAME=이세돌 (9D)\]";
    for (kind, name, encoding) in
        [("Korea", "이세돌", EUC_KR), ("China", "柯洁", GBK), ("Japan", "井山", SHIFT_JIS)]
    {
        let text = format!("\\HS\n\\[GIBOKIND={kind}\\]\n{korean}\nSTO 0 1 1 3 3\n");
        let text = text.replace("이세돌", name);
        let sgf = sgf_of(&encode(&text, encoding), GameFormat::Gib);
        assert!(sgf.contains(&format!("PB[{name}]")), "{sgf}");
    }
}

#[test]
fn ngf_sets_up_the_stones_of_a_handicap() {
    let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PW[Lee S.D.]WR[9p]PB[bob]BR[10k]EV[Oro2000 Friendly Match]\
        PC[www.example.org]HA[3]KM[0]DT[2006-09-28]RE[W+16.5]AB[pd][dp][dd];W[qc];B[pq])";
    assert_eq!(sgf_of(NGF.as_bytes(), GameFormat::Ngf), sgf);
    for (handicap, komi, written) in
        [("0", "6", "KM[6.5]"), ("0", "7.5", "KM[7.5]"), ("1", "0", "KM[0]")]
    {
        let text = NGF.replace("\n3\n0\n0\n", &format!("\n{handicap}\n0\n{komi}\n"));
        let sgf = sgf_of(text.as_bytes(), GameFormat::Ngf);
        assert!(sgf.contains(written) && !sgf.contains("AB["), "{sgf}");
    }
    for (result, written) in [
        ("White loses on time", "RE[B+T]"),
        ("Black wins by Resignation!", "RE[B+R]"),
        ("White wins by resi!", "RE[W+R]"),
        ("Black wins!", "RE[B+]"),
        ("Black wins by 0.5!", "RE[B+0.5]"),
        ("백 불계승", "RE[백 불계승]"),
    ] {
        let text = NGF.replace("White wins by 16.5 points! >> White(66):Black(89)", result);
        assert!(sgf_of(text.as_bytes(), GameFormat::Ngf).contains(written), "{result}");
    }
    for (name, encoding) in [("검은돌이흰돌이", EUC_KR), ("柯洁", GBK), ("李世石", GBK)]
    {
        let text = encode(&NGF.replace("bob", name), encoding);
        assert!(sgf_of(&text, GameFormat::Ngf).contains(name), "{name}");
    }
    let goes_on = NGF.replace("White wins by 16.5 points!", "Progressing!");
    assert!(!sgf_of(goes_on.as_bytes(), GameFormat::Ngf).contains("RE["));
}

#[test]
fn ugf_counts_rows_as_the_file_says() {
    let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[山田花子]BR[3d]PW[鈴木一郎 & 佐藤]WR[9d]\
        EV[第26期, 碁聖戦]DT[2001-08-20,2001-08-21]HA[2]KM[0.50]RE[B+R]RU[Japanese]PC[東京]\
        AB[pd][dp];W[pp];B[];W[])";
    assert_eq!(sgf_of(&encode(UGF, SHIFT_JIS), GameFormat::Ugf), sgf);
    assert_eq!(sgf_of(UGF.as_bytes(), GameFormat::Ugf), sgf, "Lang is wrong");
    let from_above = UGF.replace("=IGS", "=JPN").replace("Rule=JPN", "Rules=AGA");
    let sgf = sgf.replace("AB[pd][dp];W[pp]", "AB[pp][dd];W[pd]").replace("Japanese", "AGA");
    assert_eq!(sgf_of(from_above.as_bytes(), GameFormat::Ugf), sgf);
    for (winner, written) in
        [("W,5.50", "RE[W+5.50]"), ("D,", "RE[Draw]"), ("N1,E", "RE[Void]"), ("B,F2", "RE[B+F]")]
    {
        let text = UGF.replace("Winner=B,C", &format!("Winner={winner}"));
        assert!(sgf_of(text.as_bytes(), GameFormat::Ugf).contains(written), "{winner}");
    }
}

#[test]
fn formats_are_detected_by_their_lines() {
    for (text, format) in [(GIB, GameFormat::Gib), (NGF, GameFormat::Ngf), (UGF, GameFormat::Ugf)] {
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(GameFormat::detect(text.as_bytes()), Some(format));
        assert_eq!(GameFormat::detect(&wide), Some(format));
        assert_eq!(
            sgf_of(&wide, format).len(),
            sgf_of(text.as_bytes(), format).len(),
            "{format:?}"
        );
    }
    for text in ["", "(;C[\n[Header]\n])", "PMABB", "PM is in office", "\\x"] {
        assert_eq!(GameFormat::detect(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn broken_files_are_named_with_their_cause() {
    for (text, format, is_kept, fault) in [
        ("", GameFormat::Gib, false, "syntax byte 0: the file is empty"),
        ("words\n", GameFormat::Ngf, false, "syntax byte 0: the file has no move"),
        (
            &GIB[..GIB.find("INI").unwrap()],
            GameFormat::Gib,
            false,
            "syntax byte 0: the file has no move",
        ),
        (
            &GIB[..GIB.find("3 15").unwrap() + 1],
            GameFormat::Gib,
            true,
            "`STO 0 3 2 3` is not a point of a 19x19 board",
        ),
        (
            &GIB.replace("15 3", "99999999999999999999 3"),
            GameFormat::Gib,
            true,
            "`STO 0 2 1 99999999999999999999 3` is not a point",
        ),
        (
            &GIB.replace("INI 0 1 0", "INI 0 1 4294967298"),
            GameFormat::Gib,
            true,
            "no points are known for a handicap of 4294967298 stones",
        ),
        (
            &GIB.replace(":65", ":6500000000000000000000"),
            GameFormat::Gib,
            true,
            "KM: `650000000000000000000.0` is not a komi",
        ),
        (&NGF.replace("\n19\n", "\n1900\n"), GameFormat::Ngf, false, "board-size"),
        (&NGF[..NGF.len() - 4], GameFormat::Ngf, true, "move-illegal"),
        (
            &UGF.replace("PLAIN_UGF_FILE", "X"),
            GameFormat::Ugf,
            false,
            "syntax byte 0: the file is encrypted",
        ),
        (&UGF.replace("PD,W1", "UU,W1"), GameFormat::Ugf, true, "move-illegal"),
    ] {
        let (game, faults) = extract(text.as_bytes(), format);
        assert_eq!(game.is_some(), is_kept, "{faults:?}");
        assert!(faults.iter().any(|found| found.contains(fault)), "{faults:?}: {fault}");
    }
    let shift_jis = encode(UGF, SHIFT_JIS);
    let at = shift_jis.windows(5).position(|bytes| bytes == b"Place").unwrap();
    let bad = [&shift_jis[..at], b"Writer=\xff\n", &shift_jis[at..]].concat();
    let (_, faults) = extract(&bad, GameFormat::Ugf);
    let fault = format!("game-fact byte {at}: some bytes are not Shift_JIS; each is read as `?`");
    assert_eq!(faults, [fault]);
}

proptest! {
    /// Also the time is bounded: every file is read once or twice.
    #[test]
    fn any_lines_are_read(
        lines in prop::collection::vec(prop::sample::select(vec![
            "", "\\HS", "\\[GAMETAG=W0,Z,C,G", "\\[GAMEINFOMAIN=GRLT:1,ZIPSU:5\\]", "\\[GAMEBLACKNAME=(\\]",
            "INI 0 1 9", "STO", "STO 0 1 1 3", "STO 0 1 1 -1 19", "[Header]", "[Data]", "Size=1", "Size=52",
            "Hdcp=,", "Date=,,//", "AA,B1,0,0", "ZZ,W", "zz", "é,MK", "[", "]", "19", "52", "PMA", "PMAABAAAA",
            "PMAAWÉ", "2006É928", "K 9D", "9",
        ]), 0..30),
        format in prop::sample::select(GameFormat::VALUES.to_vec()),
        end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let text = lines.join(end);
        let (extracted, faults) = extract_game_file(text.as_bytes(), format, TreeOptions::default());
        prop_assert!(extracted != Extracted::Nothing || !faults.is_empty());
        prop_assert!(faults.iter().all(|fault| fault.offset <= text.len()));
        GameFormat::detect(text.as_bytes());
    }
}
