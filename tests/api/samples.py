"""Texts that the files in data/ give an answer to, by the format that the document names."""

CORNER = "5x4|_OX.._OX.._OXX._OOXX_.OOO_!!!!"
WHOLE = "(;SZ[9]AB[cc][gg]AW[gc];B[cg])"
ABALONE = "aba5|OO.XXOOOXXX.OO.XX...........................XX.OO.XXXOOOXX.OO X"
EMPTY = "9x9|" + "." * 81

FORMATS = {
    "position": [CORNER, "2x4|...O_..OO_!!!!_", WHOLE, ABALONE],
    "shape": ["R16 P17 R14", "2x2|_!!__XO__OX__!!_", "2x3|X?O_..._!!!_", WHOLE],
    "region": ["{(1,1),2,2}", "{(2,1),1,2}"],
    "moves": ["B C3", "B C3 W D3"],
    "goban": [EMPTY, "G7 C7", WHOLE],
    "board": [EMPTY, "G7 C7", WHOLE, ABALONE],
    "corner": ["", "R16", "R16 P17"],
    "key": ["b551284523ddc24b10a3c4f951772cbd", "d5a6017a8aa9822b045e3d09e0ea3437", "b551"],
    "game": ["1", "a1"],
    "games": ["1", "1,2"],
    "sgf": [WHOLE, "(;SZ[19];B[pd];W[dp])"],
    "source": ["openings.sgf", "problems.igtn", "classic-shapes.sgf"],
    "words": ["ladder", "Black to play", "定石", "kill*"],
    "range": ["8", "5-12", "1990-"],
}
