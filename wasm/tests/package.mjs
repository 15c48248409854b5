// Tests of the npm package, for node and for browsers: the conformance data, and what the functions promise.
// `run(gtn, vectors)` returns the number of checks, and throws at the first that fails.

/** The files of conformance data that `run` needs. */
export const VECTORS = ["forms", "operations", "subpositions", "windows", "invalid", "joseki_operators"];

let checks = 0;

function equal(found, expected, what) {
  checks += 1;
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}

/** The message of the error that a function throws. */
function messageOf(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error(`no error: ${call}`);
}

function testVectors({ Position, operations, inverseOperation }, vectors) {
  for (const vector of vectors.forms) {
    const position = Position.read(vector.igtn);
    equal(position.igtn, vector.igtn, "A_IGTN");
    equal(Position.read(position.gtn).igtn, vector.igtn, "GTN");
    for (const form of ["l_igtn", "igtn_r", "u_igtn", "u_igtn_r", "a_u_igtn"]) {
      equal(position.form(form.toUpperCase()).igtn, vector[form], form);
    }
    const { text, key } = position.canonical();
    equal([text, key], [vector.u_igtn_r, vector.key], vector.igtn);
  }
  for (const vector of vectors.operations) {
    const position = Position.read(vector.igtn);
    for (const operation of operations()) {
      const image = position.transform(operation);
      equal(image.igtn, vector[operation], operation);
      equal(image.transform(inverseOperation(operation)).igtn, vector.igtn, `inverse of ${operation}`);
    }
  }
  for (const vector of vectors.subpositions) {
    const sub = Position.read(vector.igtn).cut(vector.region);
    equal([sub.igtn, sub.form("N_IGTN").igtn], [vector.sub, vector.n_igtn], vector.region);
    equal(sub.region, vector.region, "region");
    if (vector.n_igtn_4x4) equal(sub.form("N_IGTN_4x4").igtn, vector.n_igtn_4x4, "N_IGTN_4x4");
  }
  for (const { board, origin, cols, rows, window: text, u_igtn_r, key } of vectors.windows) {
    const window = Position.read(board).window();
    equal(window.igtn, text, board);
    equal(window.region, `{(${origin}),${cols},${rows}}`, board);
    const canonical = window.canonical();
    equal([canonical.text, canonical.key], [u_igtn_r, key], board);
    equal(window.transform(canonical.operation).form("N_IGTN").igtn.length, u_igtn_r.length, board);
  }
  for (const { igtn } of vectors.invalid) messageOf(() => Position.read(igtn));
  // Operators of joseki move points around the middle of a board of 19 lines.
  for (const { gobantn, inverse, X, Y } of vectors.joseki_operators) {
    equal(inverseOperation(gobantn), inverse, gobantn);
    const value = (formula, x, y) => Function("x", "y", `return ${formula}`)(x, y);
    for (const [x, y] of [[-9, 2], [3, 5], [0, -8]]) {
      const image = Position.empty(19, 19).withStone(x + 9, y + 9, "black").transform(gobantn);
      equal(image.stone(value(X, x, y) + 9, value(Y, x, y) + 9), "black", gobantn);
    }
  }
}

function testSgf({ Position, readSgf, keyScheme }) {
  equal(keyScheme(), "gtn1", "scheme");
  const sgf = "(;SZ[19]AB[aa][ba]AW[ca]PL[W]GN[One];W[cb]C[RIGHT])\n(;SZ[9];B[ee])(;AB[zz])";
  const [problem, game, nothing, ...others] = readSgf(new TextEncoder().encode(sgf));
  equal([others.length, problem.isGame, game.isGame, nothing.isGame], [0, false, true, false], "trees");
  const [{ name, key, text, turn, answers, moves, region }] = problem.problems;
  equal([name, text, turn, answers, moves], ["One", "3x3|!!!_..._..._OOX_", "black", ["cb"], 1], "problem");
  const window = Position.read(sgf).window();
  equal([window.canonical().key, window.region, window.turn], [key, region, "white"], "window");
  equal(nothing.faults.length > 0, true, "faults");
  // A tree in Big5: the name of Go Seigen in bytes that are not UTF-8.
  const big5 = [...new TextEncoder().encode("(;CA[Big5]AB[aa]GN["), 0xa7, 0x64, 0xb2, 0x4d, 0xb7, 0xbd, 0x5d, 0x29];
  const [tree] = readSgf(new Uint8Array(big5));
  equal([tree.charset, tree.problems[0].name], ["Big5", "吳清源"], "charset");
  equal(tree.sgf, "(;CA[Big5]AB[aa]GN[吳清源])", "text");
  equal(readSgf(new Uint8Array()).length, 0, "an empty file");
  equal(readSgf(new Uint8Array(100000).fill(0x28)).length, 0, "parentheses");
}

function testPlay({ Play, Position }) {
  // . X O .      Black 3-2 takes a stone, which White may not retake at once.
  // X O . O
  // . X O .
  const play = new Play(Position.read(".XO.\nXO.O\n.XO.\n...."));
  equal(play.turn, "black", "turn");
  equal([...play.play(2, 1)], [1, 1], "captured");
  equal([play.prisoners("black"), play.turn], [1, "white"], "prisoners");
  equal(play.forbids(1, 1), "(2,2) would retake the ko at once (Article 6)", "ko");
  equal(messageOf(() => play.play(1, 1)), play.forbids(1, 1), "ko");
  equal(play.forbids(9, 9), "column 9, row 9 is not on a board of 4x4", "off the board");
  equal(play.forbids(0, 3), undefined, "a move");
  play.pass();
  play.pass();
  equal(play.isOver, true, "two passes");
  equal(play.position().igtn, "4x4|.XO.X.XO.XO.....", "position");
  equal(messageOf(() => new Play(Position.read("2x2|OXX."))), "the white chain (1,1) has no liberty (Article 4)", "chain");
  equal(new Play(Position.read("1x2|.."), "white").turn, "white", "White begins");
  equal(messageOf(() => new Play(Position.read("1x2|.."), "red")), "`red` is no color: write black or white", "color");
}

function testPosition({ Position, svgStyle }) {
  const corner = Position.read("2x4|...X_XXXX_!!!!_").withTurn("black");
  equal([corner.cols, corner.rows, corner.openSides, corner.turn], [4, 2, ["right", "bottom"], "black"], "corner");
  equal(corner.transform("N_IR0").turn, "white", "turn");
  equal(corner.canonical().turn, "white", "canonical turn");
  equal(corner.withStone(0, 0, "white").igtn, "2x4|O..X_XXXX_!!!!_", "a stone");
  equal(corner.withStone(3, 0).stone(3, 0), undefined, "no stone");
  equal(Position.empty(19, 19).window(), undefined, "no window");
  equal(messageOf(() => Position.read("3x3|XX.OZ....")).includes("row 2, column 2"), true, "the place of a fault");
  messageOf(() => Position.empty(0, 19));
  messageOf(() => Position.empty(400, 19));
  messageOf(() => corner.cut("{(1,1),9,9}"));
  messageOf(() => corner.transform("IR9"));
  const crosscut = Position.read("2x2|_!!__XO__OX__!!_").canonical();
  equal([crosscut.turn, crosscut.stabilizer.length], ["either", 8], "a crosscut");
  const svg = corner.svg('<script>alert("x")</script>', true);
  equal([svg.startsWith("<svg xmlns="), svg.includes("<script>")], [true, false], "picture");
  equal(corner.svgUnderGrid().startsWith("<svg class=\"goban\""), true, "grid");
  equal(svgStyle().includes(".goban"), true, "style");
}

export function run(gtn, vectors) {
  checks = 0;
  testVectors(gtn, vectors);
  testSgf(gtn);
  testPlay(gtn);
  testPosition(gtn);
  return checks;
}
