//! The phrases that name the side to move, in eight languages: one table.
//!
//! A pattern is a sequence of elements, separated by blanks. An element is a list of alternatives,
//! separated by `|`, the longer ones of one beginning first. In an alternative, `@` stands for the
//! color in the language of the row, `#` for its initial in English, and `$` for the end of the
//! clause. An element that ends with `?` may be missing.

/// A language that problems are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    French,
    German,
    Spanish,
    Russian,
    Japanese,
    Chinese,
    Korean,
}

impl Language {
    pub(super) const ALL: [Language; 8] = [
        Language::English,
        Language::French,
        Language::German,
        Language::Spanish,
        Language::Russian,
        Language::Japanese,
        Language::Chinese,
        Language::Korean,
    ];

    /// The names of Black and of White, in all forms that the phrases use.
    pub(super) const fn color_names(self) -> [&'static [&'static str]; 2] {
        match self {
            Language::English => [&["black", "●", "⚫"], &["white", "○", "◯", "⚪"]],
            Language::French => [&["noir", "noirs"], &["blanc", "blancs"]],
            Language::German => [&["schwarz"], &["weiß", "weiss"]],
            Language::Spanish => [
                &["negro", "negra", "negros", "negras"],
                &["blanco", "blanca", "blancos", "blancas"],
            ],
            Language::Russian => [
                &["чёрные", "чёрный", "чёрных", "чёрным", "чёрными"],
                &["белые", "белый", "белых", "белым", "белыми"],
            ],
            Language::Japanese => [&["黒", "●", "⚫"], &["白", "○", "◯", "〇", "⚪"]],
            Language::Chinese => [&["黑", "●", "⚫"], &["白", "○", "◯", "〇", "⚪"]],
            Language::Korean => [&["흑", "●", "⚫"], &["백", "○", "◯", "⚪"]],
        }
    }

    /// What must not follow a phrase at once: it makes the phrase the subject of a sentence
    /// ("Black to play is wrong"), a condition (黒先なら) or a part of another word (白先生).
    pub(super) const fn not_before(self) -> &'static [&'static str] {
        match self {
            Language::English => &[
                "is", "isn't", "was", "wasn't", "are", "can", "can't", "cannot", "could",
                "couldn't", "will", "won't", "has", "does", "doesn't", "fails", "lives", "dies",
                "works", "or",
            ],
            Language::French => &["est", "n'est", "était", "peut", "ne", "ou"],
            Language::German => &["ist", "war", "kann", "geht", "oder"],
            Language::Spanish => &["es", "era", "puede", "no", "o"],
            Language::Russian => &["не", "или", "это"],
            // 白先 is written alike in both languages.
            Language::Japanese | Language::Chinese => &[
                "手",
                "生",
                "勇",
                "頭",
                "ず",
                "なら",
                "の場合",
                "だと",
                "でも",
                "としても",
                "か",
                "于",
                "於",
                "也",
                "都",
                "亦",
                "仍",
                "则",
                "則",
                "时",
                "時",
                "的话",
                "的話",
                "的时候",
                "或",
            ],
            Language::Korean => &["이면", "이라면", "일 때", "이라도", "수"],
        }
    }

    /// What makes a phrase a condition or a denial wherever it stands in the rest of the sentence.
    pub(super) const fn not_with(self) -> &'static [&'static str] {
        match self {
            Language::English => &[
                "if",
                "unless",
                "would",
                "wouldn't",
                "impossible",
                "not possible",
                "wrong",
                "isn't",
                "is not",
            ],
            Language::French => &["si", "serait", "impossible", "n'est pas"],
            Language::German => &["wenn", "falls", "wäre", "würde", "unmöglich", "nicht möglich"],
            Language::Spanish => &["si", "sería", "imposible", "no es"],
            Language::Russian => &["если", "бы", "невозможно", "нельзя"],
            // 黑先活，白先死 tells what follows from either turn.
            Language::Japanese | Language::Chinese => {
                &["ならば", "如果", "不可能", "黒先", "黑先", "白先", "●先", "○先"]
            }
            Language::Korean => &["불가능", "흑선", "백선"],
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhraseRow {
    pub(super) language: Language,
    pub(super) pattern: &'static str,
    /// A text that this row decides.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests read every example"))]
    pub(super) example: &'static str,
}

const fn row(language: Language, pattern: &'static str, example: &'static str) -> PhraseRow {
    PhraseRow { language, pattern, example }
}

/// What a side to move does, in English.
macro_rules! verbs {
    () => {
        "play|move|go|start|begin|live|kill|win|capture|connect|link|cut|separate|escape|save|\
         rescue|survive|attack|defend|protect|destroy|break|catch|take|make|form|get|find|gain|\
         reduce|invade|force|squeeze|seal|secure|exploit|punish|settle|use|do|answer|respond|reply|\
         continue|handle|deal|proceed|resist|net|ladder|atari|prevent|stop|avoid|keep|hold|block|\
         remove|turn|threaten|trap|enclose|extend|expand|push|place|choose|create|build|sacrifice|\
         achieve|end|finish|complete|increase|refute"
    };
}

use Language::{Chinese, English, French, German, Japanese, Korean, Russian, Spanish};

/// All phrases. The first row that matches decides.
pub(super) const PHRASES: &[PhraseRow] = &[
    row(English, concat!("it's|it? is? now? @|# is? to ", verbs!()), "Black to play"),
    row(English, "@ plays|moves|goes|starts|begins first|next|now|$", "White plays first."),
    row(
        English,
        "@ plays|moves|starts|begins and lives|kills|wins|captures|connects|escapes|saves|makes|\
         gets|cuts|catches|survives",
        "White moves and kills",
    ),
    row(English, "@ first|next and|to|$", "Black first"),
    row(English, "it's|it? is? now? @'s|@s|@ turn|move to|now|first|$", "It is White’s move."),
    row(English, concat!("can|could @ ", verbs!()), "Can Black live?"),
    row(
        English,
        concat!(
            "how|where|what|which move|point? can|could|should|must|does|would|will|might|is @ now? best? to? ",
            verbs!()
        ),
        "How can Black force White to connect?",
    ),
    row(
        English,
        "find|show|what's|what|where is? @'s best|right|correct|next|strongest|only|vital? \
         first|next? move|play|answer|response|reply|continuation|tesuji",
        "Find Black's best move",
    ),
    row(
        English,
        "find|show|what's|what is? the|a? best|right|correct|only|strongest|vital? \
         move|play|way|answer|sequence|tesuji|continuation for @",
        "Find the best move for White.",
    ),
    row(English, "side|player|color? to? move|play|turn|next @ $", "Side to move: White"),
    row(French, "les|le? @ joue|jouent d'abord|$", "Noir joue."),
    row(French, "les|le? @ joue|jouent en premier|premiers", "Blanc joue en premier"),
    row(
        French,
        "les|le? @ joue|jouent et vit|vivent|tue|tuent|gagne|gagnent|capture|capturent|connecte|\
         connectent|sauve|sauvent|fait|font|prend|prennent",
        "Les Noirs jouent et vivent",
    ),
    row(
        French,
        "les|le? @ à|doit|doivent jouer|vivre|tuer|gagner|capturer|connecter|commencer",
        "Noir à jouer",
    ),
    row(French, "c'est? aux|au|à @ de|à jouer|commencer", "Aux Blancs de jouer"),
    row(French, "trait aux|au|à? @", "Trait aux noirs"),
    row(French, "c'est? au|le? tour des|du|de|à|aux @", "C'est au tour de Blanc"),
    row(French, "les|le? @ au|ont|a le? trait", "Noir au trait"),
    row(French, "les|le? @ commence|commencent $", "Noir commence"),
    row(
        French,
        "comment les|le? @ peut|peuvent|doit|doivent|vit|vivent|tue|tuent",
        "Comment Noir peut-il vivre ?",
    ),
    row(
        French,
        "les|le? @ peut|peuvent il|ils vivre|tuer|gagner|capturer|connecter|sauver",
        "Blanc peut-il vivre ?",
    ),
    row(German, "@ ist? am|dran zug|zuge|$", "Schwarz am Zug"),
    row(German, "@ ist? an der reihe", "Weiß ist an der Reihe"),
    row(German, "@ zieht|spielt|beginnt|setzt|fängt zuerst|an|$", "Schwarz zieht."),
    row(
        German,
        "@ zieht|spielt|beginnt|setzt und lebt|tötet|gewinnt|fängt|verbindet|rettet|schneidet",
        "Weiss spielt und lebt",
    ),
    row(
        German,
        "@ soll leben|töten|gewinnen|fangen|verbinden|spielen|ziehen",
        "Schwarz soll leben",
    ),
    row(German, "@ zu spielen|ziehen", "Schwarz zu spielen"),
    row(German, "@ zuerst $", "Weiß zuerst"),
    row(
        German,
        "kann @ leben|überleben|töten|gewinnen|fangen|verbinden|entkommen|sich|die|das|den|noch",
        "Kann Schwarz leben?",
    ),
    row(
        German,
        "wie kann|soll|lebt|tötet|rettet|verbindet|gewinnt|fängt|spielt|antwortet @",
        "Wie kann Weiß leben?",
    ),
    row(
        Spanish,
        "juega|juegan|mueve|mueven|empieza|empiezan|comienza|comienzan las|los|el? @ \
         primero|primeras|$",
        "Juegan negras",
    ),
    row(
        Spanish,
        "juega|juegan|mueve|mueven|empieza|empiezan|comienza|comienzan las|los|el? @ y \
         gana|ganan|vive|viven|mata|matan|captura|capturan|conecta|conectan|salva|salvan",
        "Juegan blancas y viven",
    ),
    row(
        Spanish,
        "las|los|el? @ juega|juegan|mueve|mueven|empieza|empiezan|comienza|comienzan \
         primero|primeras|$",
        "Negro juega",
    ),
    row(
        Spanish,
        "las|los|el? @ juega|juegan|mueve|mueven|empieza|empiezan|comienza|comienzan y \
         gana|ganan|vive|viven|mata|matan|captura|capturan|conecta|conectan|salva|salvan",
        "Negras juegan y ganan",
    ),
    row(Spanish, "las|los|el? @ primero|primeras|primeros $", "Blancas primero"),
    row(Spanish, "es? el? turno del|de? las|los|el? @", "Turno de blancas"),
    row(Spanish, "le|les? toca jugar|mover? al|a las|los|el? @", "Les toca jugar a las negras"),
    row(
        Spanish,
        "las|los|el? @ a|para jugar|vivir|matar|ganar|mover|capturar|conectar",
        "Blancas a jugar",
    ),
    row(
        Spanish,
        "cómo? puede|pueden vivir|matar|ganar|salvarse|escapar|conectar|capturar|jugar \
         las|los|el? @",
        "¿Cómo pueden vivir las negras?",
    ),
    row(
        Spanish,
        "cómo? puede|pueden las|los|el? @ vivir|matar|ganar|salvarse|escapar|conectar|capturar|jugar",
        "¿Puede el blanco escapar?",
    ),
    row(Russian, "первый? ход за? @ $", "Ход чёрных"),
    row(
        Russian,
        "@ начинают|начинает|ходят|ходит|играют|играет первыми|первые|первый|$",
        "Черные начинают",
    ),
    row(
        Russian,
        "@ начинают|начинает|ходят|ходит|играют|играет и выигрывают|живут|убивают|побеждают|\
         спасаются|выживают|выигрывает|убивает|живёт",
        "Белые начинают и выигрывают",
    ),
    row(Russian, "первыми? начинают|начинает|ходят|ходит|играют|играет @ $", "Начинают чёрные"),
    row(Russian, "сейчас? очередь @ ходить|играть|$", "Очередь белых"),
    row(
        Russian,
        "могут|может|как|смогут ли? @ могут|смогут|может? жить|выжить|спастись|убить|выиграть|захватить|соединиться|\
         сыграть|ходить|играть|ответить",
        "Как чёрным выжить?",
    ),
    row(Japanese, "次は|今は? @先生き", "黒先生き"),
    row(Japanese, "次は|今は? @先", "黒先白死"),
    row(Japanese, "次は|今は? @の手番|@手番|@の番|@番 です|だ|で|$", "黒の手番"),
    row(Japanese, "手番は|先手は|手番|先手 @ です|$", "手番：黒"),
    row(Japanese, "@から打|@が先に打|@が先番", "黒から打って生き"),
    row(Japanese, "@の次の一手|@の最善手|@はどう|@はどこ", "黒の次の一手は？"),
    row(Chinese, "此题|本题|此題|本題|图中|现在? @方先|@棋先|@子先|@先", "黑先杀白"),
    row(Chinese, "现在? 轮到|輪到|该|該 @方|@棋|@", "轮到黑方"),
    row(Chinese, "现在? @方走|@棋走|@走|@方下|@棋下 $", "黑棋走"),
    row(Chinese, "执@先|執@先", "执黑先行"),
    row(Chinese, "先手 @方|@棋|@ $", "先手：黑"),
    row(
        Chinese,
        "@方|@棋|@ 应如何|應如何|该如何|該如何|如何|应怎样|怎样|怎樣|怎么|怎麼|能否|能不能",
        "黑棋如何做活？",
    ),
    row(Korean, "@ 선 활|생|삶|살|사|잡|죽|패|백|흑|탈출|연결|으로|입니다|$", "흑선활"),
    row(Korean, "@이|@의|@? 둘? 차례", "흑차례"),
    row(Korean, "@이|@ 먼저", "흑이 먼저 둡니다"),
    row(Korean, "@ 번 입니다|$", "흑번"),
    row(Korean, "@의 다음 수|한", "흑의 다음 수는?"),
    row(Korean, "@은|@이 어떻게", "흑은 어떻게 살까요?"),
];
