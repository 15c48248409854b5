//! `gtn-db dups --decide`: asks about pairs of duplicates on the terminal.

use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::path::Path;

use anyhow::Context;
use gtn_db::escape::Escaped;
use gtn_db::find::{
    Decisions, Identity, RecordView, identify_record, show_solutions, walk_positions,
};
use gtn_db::gtn::Diagram;
use gtn_db::model::Charset;
use gtn_db::sgf::GameTree;
use gtn_db::sgf::value::decode_text;
use gtn_db::store::{
    Decision, ImportSession, JudgedRecord, Judgment, Store, StoredPosition, StoredRecord,
};

use super::columns::{describe_tree, write_columns};
use crate::cli::args::RecordArgs;
use crate::cli::output::points::draw_with_margin;
use crate::cli::output::progress::Progress;
use crate::cli::output::{Stdout, plural, stdout, wrap};
use crate::cli::{Global, Outcome};

const HELP: &str = "\
d   the two are different problems
1   record 1 is better; 2: record 2 is better
da  record 1 is another problem than all others of its group
1a  record 1 is better than all others of its group; 2a: record 2 is
p1  always prefer the source of record 1; p2: of record 2. This decides about every group that is
    left and has a record of that source: the first such record is better than those of other sources
s   skip this question; sa: skip the group
b   back: take the last answer back
q   quit; what is decided is saved";

/// Asks about every pair of duplicates without a decision: the first record of a
/// cluster and each other one.
pub fn run(
    database: &Path,
    identity: Identity,
    filter: &RecordArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let store = Store::open(database)?;
    filter.apply(&store)?;
    let decisions = Decisions::load(&store)?;
    let questions = collect_questions(&store, &decisions, identity, global)?;
    let mut dialog = Dialog {
        is_open: vec![true; questions.len()],
        questions,
        store,
        decisions,
        session: ImportSession::open(database)?,
        answers: Vec::new(),
        input: Box::new(io::stdin().lock()),
        out: stdout(),
    };
    dialog.ask_all()?;
    let Dialog { session, mut out, answers, .. } = dialog;
    session.finish()?;
    let decided = answers.iter().map(|answer| answer.decisions.len() as u64).sum();
    writeln!(out, "{} saved", plural(decided, "decision"))?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// Two records without a decision. Small, because all are in memory.
struct Question {
    position: i64,
    /// The ids of the first record of the cluster and of another one.
    records: [i64; 2],
    /// The place of the first question about the same cluster.
    first: usize,
}

fn collect_questions(
    store: &Store,
    decisions: &Decisions,
    identity: Identity,
    global: &Global,
) -> anyhow::Result<Vec<Question>> {
    let mut questions: Vec<Question> = Vec::new();
    let walk = walk_positions(store, 2)?;
    let progress = Progress::start(global, "Comparing", Some(walk.remaining() as u64));
    for stored in walk {
        progress.add(1);
        let (position, records) = stored?;
        for cluster in decisions.cluster_records(store, &position, &records, identity)? {
            let first = questions.len();
            for pair in decisions.undecided_pairs(store, &position, &cluster)? {
                let records = pair.records.map(|record| record.id);
                questions.push(Question { position: position.id, records, first });
            }
        }
    }
    Ok(questions)
}

/// What a person types.
#[derive(Clone, Copy)]
enum Command {
    Reply(Reply),
    Back,
    Quit,
}

/// A reply to a question.
#[derive(Clone, Copy)]
enum Reply {
    Judge(Judgment),
    JudgeCluster(Judgment),
    /// Of the first or the second record.
    PreferSourceOf(usize),
    Skip,
    SkipCluster,
}

impl Command {
    fn read(line: &[u8]) -> Option<Command> {
        let reply = match line.trim_ascii() {
            b"d" => Reply::Judge(Judgment::Different),
            b"1" => Reply::Judge(Judgment::FirstIsBetter),
            b"2" => Reply::Judge(Judgment::SecondIsBetter),
            b"da" => Reply::JudgeCluster(Judgment::Different),
            b"1a" => Reply::JudgeCluster(Judgment::FirstIsBetter),
            b"2a" => Reply::JudgeCluster(Judgment::SecondIsBetter),
            b"p1" => Reply::PreferSourceOf(0),
            b"p2" => Reply::PreferSourceOf(1),
            b"s" | b"" => Reply::Skip,
            b"sa" => Reply::SkipCluster,
            b"b" => return Some(Command::Back),
            b"q" => return Some(Command::Quit),
            _ => return None,
        };
        Some(Command::Reply(reply))
    }
}

/// An answer, which can be taken back.
struct Answer {
    /// The place of the question.
    question: usize,
    /// The decisions that it led to.
    decisions: Vec<Decision>,
    /// The questions that it closed.
    closed: Vec<usize>,
}

/// The records of a question, loaded.
struct Pair {
    position: StoredPosition,
    records: [StoredRecord; 2],
}

struct Dialog {
    store: Store,
    /// All questions; those about one cluster are neighbors.
    questions: Vec<Question>,
    /// For each question, whether it has to be asked.
    is_open: Vec<bool>,
    /// All decisions, with those of this dialog.
    decisions: Decisions,
    session: ImportSession,
    answers: Vec<Answer>,
    input: Box<dyn BufRead>,
    out: Stdout,
}

impl Dialog {
    fn ask_all(&mut self) -> anyhow::Result<()> {
        let mut at = 0;
        while at < self.questions.len() {
            let Some(pair) = self.load_open_pair(at)? else {
                at += 1;
                continue;
            };
            self.show(&pair)?;
            match self.read_command(at)? {
                Command::Quit => return Ok(()),
                Command::Back => match self.answers.pop() {
                    Some(answer) => {
                        at = answer.question;
                        self.take_back(answer)?;
                    }
                    None => writeln!(self.out, "There is no answer to take back.")?,
                },
                Command::Reply(reply) => {
                    let answer = self.build_answer(at, &pair, reply)?;
                    self.save(answer)?;
                }
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// The records of a question that has to be asked. Two records with the same
    /// text are one for decisions, so an answer about one of them may also be
    /// one about the other.
    fn load_open_pair(&self, at: usize) -> anyhow::Result<Option<Pair>> {
        if !self.is_open[at] {
            return Ok(None);
        }
        let Some(pair) = self.load_pair(at)? else { return Ok(None) };
        let [first, second] = self.identify(&pair)?;
        Ok((!self.decisions.is_decided(&first, &second)).then_some(pair))
    }

    /// The places of the questions about the same cluster.
    fn cluster(&self, at: usize) -> Range<usize> {
        let first = self.questions[at].first;
        let others = self.questions[first..].iter().take_while(|other| other.first == first);
        first..first + others.count()
    }

    /// `None` when an import has replaced a record meanwhile.
    fn load_pair(&self, at: usize) -> anyhow::Result<Option<Pair>> {
        let Question { position, records: ids, .. } = &self.questions[at];
        let Some(position) = self.store.position_by_id(*position)? else { return Ok(None) };
        let records = self.store.records(position.id)?;
        let find = |id| records.iter().find(|record| record.id == id).cloned();
        Ok(match ids.map(find) {
            [Some(first), Some(second)] => Some(Pair { position, records: [first, second] }),
            _ => None,
        })
    }

    /// Draws the position as the first record has it, and prints the solutions
    /// and comments of both records side by side.
    fn show(&mut self, Pair { position, records }: &Pair) -> anyhow::Result<()> {
        let RecordView { window, place, .. } = RecordView::new(position, &records[0])?;
        writeln!(self.out, "{}", draw_with_margin(&Diagram::from(&window), place))?;
        let lines = show_solutions(&self.store, position, [&records[0], &records[1]])?;
        let mut blocks = Vec::new();
        for ((record, line), number) in records.iter().zip(lines).zip(1..) {
            let mut block = vec![format!("{number}")];
            let name = record.at.name.as_deref().unwrap_or_default();
            let title =
                format!("{} tree {} {name}", record.at.source, record.at.tree_and_problem());
            block.extend(wrap_escaped(title.trim_end()));
            block.push(String::new());
            block.extend(describe_tree(&line, place.board));
            let comments = read_comments(&self.store, record)?;
            if !comments.is_empty() {
                block.push(String::new());
                block.extend(comments);
            }
            blocks.push(block);
        }
        write_columns(&mut self.out, &blocks)?;
        Ok(writeln!(self.out)?)
    }

    fn read_command(&mut self, at: usize) -> anyhow::Result<Command> {
        let left = self.is_open[at..].iter().filter(|is_open| **is_open).count();
        let pairs = plural(left as u64, "pair");
        loop {
            write!(
                self.out,
                "{pairs} left. d different problems, 1 or 2 is better, s skip, b back, q quit, \
                 ? more: "
            )?;
            self.out.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Ok(Command::Quit);
            }
            match Command::read(&line) {
                Some(command) => return Ok(command),
                None => writeln!(self.out, "{HELP}")?,
            }
        }
    }

    /// What a reply decides.
    fn build_answer(&self, at: usize, pair: &Pair, reply: Reply) -> anyhow::Result<Answer> {
        let cluster = self.cluster(at);
        let open = |cluster: Range<usize>| cluster.filter(|&other| self.is_open[other]).collect();
        let mut answer = Answer { question: at, decisions: Vec::new(), closed: Vec::new() };
        match reply {
            Reply::Judge(judgment) => {
                answer.closed.push(at);
                let [first, second] = self.identify(pair)?;
                answer.decisions.push(Decision { judgment, first, second });
            }
            Reply::JudgeCluster(judgment) => {
                answer.closed = open(cluster);
                let [first, second] = self.identify(pair)?;
                // The record that is compared with all others.
                let (one, judgment) = match judgment {
                    Judgment::SecondIsBetter => {
                        answer.decisions.push(Decision {
                            judgment,
                            first: first.clone(),
                            second: second.clone(),
                        });
                        (second, Judgment::FirstIsBetter)
                    }
                    judgment => (first, judgment),
                };
                let mut others = Vec::new();
                for &other in &answer.closed {
                    let Some(pair) = self.load_pair(other)? else { continue };
                    let [_, second] = self.identify(&pair)?;
                    others.push(second);
                }
                answer.decisions.extend(self.decisions.judge_each(judgment, &one, others));
            }
            Reply::PreferSourceOf(number) => {
                let source = pair.records[number].source_id;
                let mut next = cluster.start;
                while next < self.questions.len() {
                    let cluster = self.cluster(next);
                    next = cluster.end;
                    self.prefer_source(source, cluster, &mut answer)?;
                }
            }
            Reply::Skip => answer.closed.push(at),
            Reply::SkipCluster => answer.closed = open(cluster),
        }
        Ok(answer)
    }

    /// Adds to an answer that in a cluster, the first record of a source is
    /// better than those of other sources.
    fn prefer_source(
        &self,
        source: i64,
        cluster: Range<usize>,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        let open: Vec<usize> = cluster.filter(|&at| self.is_open[at]).collect();
        let Some(question) = open.first().map(|&at| &self.questions[at]) else { return Ok(()) };
        let Some(position) = self.store.position_by_id(question.position)? else { return Ok(()) };
        let records = self.store.records(position.id)?;
        let others = open.iter().map(|&at| self.questions[at].records[1]);
        let ids: Vec<i64> = [question.records[0]].into_iter().chain(others).collect();
        let asked: Vec<&StoredRecord> =
            records.iter().filter(|record| ids.contains(&record.id)).collect();
        let preferred = self.decisions.prefer_source(&self.store, position.key, &asked, source)?;
        if let Some(decisions) = preferred {
            answer.decisions.extend(decisions);
            answer.closed.extend(open);
        }
        Ok(())
    }

    fn identify(&self, pair: &Pair) -> anyhow::Result<[JudgedRecord; 2]> {
        let [first, second] = &pair.records;
        let identify = |record| identify_record(&self.store, pair.position.key, record);
        Ok([identify(first)?, identify(second)?])
    }

    /// Saves the decisions of an answer, or none if one contradicts others.
    fn save(&mut self, answer: Answer) -> anyhow::Result<()> {
        for (decision, number) in answer.decisions.iter().zip(0..) {
            if let Some(chain) = self.decisions.find_opposite(decision) {
                for Decision { first, second, .. } in &answer.decisions[..number] {
                    self.decisions.remove(first, second);
                }
                self.session.roll_back()?;
                let chain = chain.to_string();
                let refusal = format!("Nothing is saved, as earlier decisions say: {chain}.");
                writeln!(self.out, "{}", Escaped(&refusal))?;
                return Ok(());
            }
            self.session.decide(decision)?;
            self.decisions.insert(decision);
        }
        self.session.commit()?;
        for &closed in &answer.closed {
            self.is_open[closed] = false;
        }
        if let several @ 2.. = answer.decisions.len() {
            writeln!(self.out, "{several} decisions saved")?;
        }
        self.answers.push(answer);
        Ok(())
    }

    fn take_back(&mut self, answer: Answer) -> anyhow::Result<()> {
        for Decision { first, second, .. } in &answer.decisions {
            self.session.forget_decision(first.hash, second.hash)?;
            self.decisions.remove(first, second);
        }
        self.session.commit().context("the last answer is not taken back")?;
        for closed in answer.closed {
            self.is_open[closed] = true;
        }
        Ok(())
    }
}

/// The width of a column of text, and the most lines of comments in it.
const WIDTH: usize = 36;
const MAX_LINES: usize = 12;

fn wrap_escaped(text: &str) -> Vec<String> {
    wrap(&Escaped(text).to_string(), WIDTH)
}

/// The comments of a record in the order of its nodes, as lines of a column.
fn read_comments(store: &Store, record: &StoredRecord) -> anyhow::Result<Vec<String>> {
    let sgf = store.sgf(record.id)?;
    let charset = Charset::for_reading(record.charset.as_ref());
    let tree = GameTree::read(&sgf, charset);
    let mut lines = Vec::new();
    for comment in tree.nodes().filter_map(|node| node.get(b"C")) {
        let text = decode_text(comment, charset);
        lines.extend(text.lines().filter(|line| !line.trim().is_empty()).flat_map(wrap_escaped));
        if lines.len() > MAX_LINES {
            lines.truncate(MAX_LINES);
            lines.push("…".to_owned());
            break;
        }
    }
    Ok(lines)
}
