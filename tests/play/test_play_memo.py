"""The one cache: what was made lately, made once however many ask, and never more of it than agreed."""

import threading
import time

from companion.play.memo import Memo


def test_an_answer_is_made_once() -> None:
    memo: Memo[str] = Memo(2)
    made: list[str] = []

    def make() -> str:
        time.sleep(0.02)
        made.append("made")
        return f"answer {len(made)}"

    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(memo.get("key", make))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (made, found) == (["made"], ["answer 1"] * 8)


def test_what_was_asked_for_longest_ago_goes_first_and_what_is_put_takes_the_place_of_what_was_there() -> None:
    memo: Memo[int] = Memo(2)
    memo.put("one", 1)
    assert memo.get("two", lambda: 2) == 2
    assert memo.peek("one") == 1
    memo.put("three", 3)
    assert [memo.peek(key) for key in ("one", "two", "three")] == [1, None, 3]
    memo.put("one", 4)
    assert memo.get("one", lambda: 5) == 4
