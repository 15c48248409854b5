# %% [markdown]
# Explores a database of `gtn-db import`, cell by cell in an editor that knows `# %%`, such as
# VS Code, Spyder or PyCharm, or after `jupytext --to ipynb explore.py` in Jupyter.
#
# Needs the packages gtn-db and polars, and a database `gtn.db` in the working folder.

# %%
import gtn_db
import polars as pl

database = gtn_db.open("gtn.db")
problems = database.problems().to_polars()
problems.group_by("region").len().sort("len", descending=True)

# %% [markdown]
# The problem with the most records, and where they are.

# %%
most = problems.sort("records", "key", descending=True).row(0, named=True)
records = database.find(most["key"]).to_polars()
records.select("source", "tree", "name", "operation")

# %% [markdown]
# All problems in the files of the database, with the texts of their positions.

# %%
paths = database.sources().to_polars()["path"].drop_nulls().unique(maintain_order=True)
positions = gtn_db.read(list(paths)).to_polars().unique("key", maintain_order=True)
board = gtn_db.svg(positions["text"][0], title=positions["source"][0])
board

# %% [markdown]
# Positions that differ in one point: likely the same problem, misprinted in one book. Near
# positions share a signature, so the table is joined with itself.

# %%
signatures = gtn_db.near_keys(positions, 1).to_polars()
signed = positions.select("key", "text", "source", "tree", signatures).explode("near_keys")
pairs = signed.join(signed, on="near_keys").filter(pl.col("key") < pl.col("key_right"))
pairs = pairs.unique(["key", "key_right"]).sort("key", "key_right")
distances = pl.Series(gtn_db.near_distance(pairs["text"], pairs["text_right"], 1))
pairs = pairs.with_columns(distances).drop_nulls("near_distance")
pairs.select("near_distance", "source", "tree", "source_right", "tree_right")

# %%
one, other = (gtn_db.svg(pairs[side][0]) if len(pairs) else None for side in ("text", "text_right"))
one

# %%
other

# %% [markdown]
# The most frequent moves in the corners of the games.

# %%
games = gtn_db.read(list(paths), "games").to_polars()
moves = gtn_db.corners(games).to_polars().filter(pl.col("move") != "tenuki")
joseki = moves.group_by("node", "move").agg(pl.struct("source", "tree").n_unique().alias("games"))
joseki.sort("games", "node", "move", descending=True).head(10)
