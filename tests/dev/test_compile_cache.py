"""What was compiled is kept for other checkouts: whole or not at all, and not without end."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from dev.compile_cache import Cache, key_of, user_folder

KEY = key_of("some sources", "some compiler")


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "compiled")


def test_what_was_stored_is_found_by_another_checkout(cache: Cache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, b"object code")
    assert Cache(cache.folder).get(KEY) == b"object code"


def test_another_source_or_compiler_is_another_entry() -> None:
    assert len({key_of("a", "b"), key_of("ab", ""), key_of("b", "a"), key_of("a", "b", "")}) == 4


@pytest.mark.parametrize("damaged", [b"", b"short", b"x" * 100])
def test_a_damaged_entry_counts_as_missing_and_can_be_stored_again(cache: Cache, damaged: bytes) -> None:
    cache.put(KEY, b"object code")
    (cache.folder / KEY).write_bytes(damaged)
    assert cache.get(KEY) is None
    cache.put(KEY, b"object code")
    assert cache.get(KEY) == b"object code"


def test_a_cut_entry_counts_as_missing(cache: Cache) -> None:
    cache.put(KEY, b"object code")
    path = cache.folder / KEY
    path.write_bytes(path.read_bytes()[:-1])
    assert cache.get(KEY) is None


def test_many_may_write_and_read_the_same_entry_at_once(cache: Cache) -> None:
    content = os.urandom(300_000)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put(KEY, content), range(40)))
        found = set(pool.map(lambda _: cache.get(KEY), range(40)))
    assert found == {content}
    assert [path.name for path in cache.folder.iterdir()] == [KEY]


def test_what_was_not_used_for_longest_makes_room(cache: Cache) -> None:
    for number, name in enumerate("abcd"):
        cache.put(name, bytes(1000))
        os.utime(cache.folder / name, (number, number))
    assert cache.get("a")  # used just now
    cache.limit = 2500
    cache.make_room()
    assert [name for name in "abcd" if cache.get(name)] == ["a", "d"]


def test_a_cache_that_is_not_used_neither_gives_nor_takes(cache: Cache) -> None:
    cache.put(KEY, b"old")
    cache.is_used = False
    cache.put(KEY, b"new")
    assert cache.get(KEY) is None
    assert Cache(cache.folder).get(KEY) == b"old"


def test_a_folder_that_cannot_be_made_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = Cache(tmp_path / "file" / "compiled")
    cache.put(KEY, b"object code")
    cache.make_room()
    assert cache.get(KEY) is None


def test_it_lies_in_the_cache_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_folder() == tmp_path / "menagerie" / "compiled"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folder() == tmp_path / ".cache" / "menagerie" / "compiled"
