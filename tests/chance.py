"""How the tests throw: always the same examples in `make test`, others each time in `make fuzz`.

Neither asks how quick a machine is: no example has a time limit. A failure of a fixed example is told as it is; only
the search makes it smaller, one failure a test, which takes five minutes at most.
"""

from hypothesis import HealthCheck, Phase, settings

FIXED, RANDOM = "fixed", "random"

ABOUT_THE_TEST = (HealthCheck.filter_too_much,)
"""What makes a test worthless is told: nearly no example that is drawn fits. The rest is about speed and fixtures."""


def throw_always_the_same() -> None:
    """The fixed examples, unless `--hypothesis-profile=random` asks for others later."""
    common = settings(
        database=None,
        deadline=None,
        suppress_health_check=[check for check in HealthCheck if check not in ABOUT_THE_TEST],
    )
    settings.register_profile(FIXED, common, derandomize=True, phases=(Phase.explicit, Phase.generate))
    settings.register_profile(RANDOM, common, report_multiple_bugs=False)
    settings.load_profile(FIXED)
