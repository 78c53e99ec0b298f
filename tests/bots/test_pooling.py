"""Several processes think about one turn."""

import pickle

import menagerie
from menagerie.bots import Clock, TurnBot, decide, make
from menagerie.bots.pooling import Verdict, pooled, verdicts


def test_the_best_on_average_over_all_worlds_is_chosen() -> None:
    first = [Verdict(("draw",), 5.0, 10), Verdict(("take 1", "place rhino in enclosure 1"), 4.0, 10)]
    second = [Verdict(("take 1", "place rhino in enclosure 1"), 7.0, 10), Verdict(("draw",), 5.0, 10)]
    assert pooled([first, second]) == ("take 1", "place rhino in enclosure 1")


def test_a_plan_that_was_soon_dropped_is_not_chosen_for_its_luck() -> None:
    assert pooled([[Verdict(("draw",), 5.0, 16), Verdict(("take 1",), 9.0, 2)]]) == ("draw",)


def test_what_a_bot_found_goes_from_one_process_to_another() -> None:
    state = menagerie.load("zooloretto-mini").new(seed=3)
    for decision in ("draw", "load 3", "draw", "load 3"):
        state.play(decision)
    bot = make("director", 1)
    assert isinstance(bot, TurnBot)
    chosen = decide(bot, state, state.to_act[0], Clock(playouts=300))
    found = verdicts(bot)
    assert found[0].plan[0] == str(chosen)
    assert len({verdict.plan for verdict in found}) == len(found) > 1
    assert pickle.loads(pickle.dumps(found)) == found


def test_only_plans_that_were_played_on_are_told_where_some_were() -> None:
    """The others were tried in another way, perhaps more often: they must not outvote those that were looked at
    closely."""
    state = menagerie.load("zoo-escape").new(players=2, seed=21, level="easy")
    guide = make("keeper", 1)
    while state.ply < 18:
        seat = state.to_act[0]
        state.play(decide(guide, state, seat, Clock(playouts=60)), seat)
    bot, seat = make("director", 1), state.to_act[0]
    assert isinstance(bot, TurnBot)
    chosen = decide(bot, state, seat, Clock(playouts=3000))
    finalists = bot.mind(state.game).manner.finalists
    others = bot.options[finalists:]
    assert max([option.tries for option in others]) > bot.options[0].tries, "few were played on, and seldom"
    assert len(verdicts(bot)) == finalists
    assert pooled([verdicts(bot)])[0] == str(chosen)
