"""A program that mypy --strict accepts; test_stubs.py checks and runs it."""

import gtn_db


def count(database: gtn_db.Database) -> dict[str, int]:
    stones: int = database.problems(turn="black", limit=1)[0]["stones"]
    keys: list[str] = [row["key"] for row in database.records(where="stones < 9", sgf=False)]
    games = database.sql("SELECT count(*) AS games FROM v_game WHERE winner = 'black'")
    found: gtn_db.ArrowData[dict[str, object]] = database.find(keys[0], turn="white", limit=3)
    return {"stones": stones, "keys": len(keys), "games": games[0]["games"], "found": len(found)}


def list_sources(folder: str) -> set[str]:
    return {row["source"] for batch in gtn_db.read(folder, key_bytes=True) for row in batch}


def has_pair(texts: gtn_db.ArrowData[dict[str, object]]) -> list[bool | None]:
    frame = texts.to_polars()
    return list(gtn_db.contains(frame.select("text"), "1x2|XX", edges="any"))


if __name__ == "__main__":
    print(count(gtn_db.open("gtn.db")))
    print(sorted(list_sources("books")))
    print(gtn_db.spark.PROBLEMS)
