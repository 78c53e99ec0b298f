"""Reading a dataset as arrays, for who learns from it with numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from menagerie.core.errors import BadSetup
from menagerie.lab.dataset.making import about

Array = npt.NDArray[Any]


class Rows:
    """All rows of a dataset."""

    def __init__(self, folder: str | Path) -> None:
        """Raises BadSetup if there is no dataset."""
        files = sorted(Path(folder).glob("part-*.parquet"))
        if not files:
            raise BadSetup(f"There is no dataset in {folder}.")
        self.about = about(files[0])
        self.table: pa.Table = pa.concat_tables([pq.read_table(file) for file in files]).combine_chunks()

    def __len__(self) -> int:
        return int(self.table.num_rows)

    @property
    def observations(self) -> Array:
        """A row of numbers for each decision, as `game.observation` describes it."""
        layout = self.about["observation"]
        held = b"".join(self.table["observation"].to_pylist())
        return np.frombuffer(held, layout["dtype"]).reshape(len(self), layout["size"])

    @property
    def masks(self) -> Array:
        """Whether each decision of the catalogue was listed."""
        masks = np.zeros((len(self), self.about["decisions"]), bool)
        lengths = [len(codes) for codes in self.table["legal"].to_pylist()]
        listed = self.table["legal"].combine_chunks().flatten().to_numpy()
        masks[np.repeat(np.arange(len(self)), lengths), listed] = True
        return masks

    def column(self, name: str) -> Array:
        """Any other column: `choice`, `seat`, `win`; numbers that are null are NaN."""
        return np.asarray(self.table[name].to_numpy())
