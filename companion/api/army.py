"""POST /api/kensei/army: the verdict on an army list."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import requests
from companion.api.answers import (
    ArmyAnswer,
    BudgetAnswer,
    FixRemove,
    FixSet,
    HintAnswer,
    LimitAnswer,
    ProblemAnswer,
)
from companion.api.errors import validate
from companion.api.problem import Error, InvalidInput
from companion.content import catalog
from companion.content.army_document import army_of, loose_ends
from companion.rules.kensei.army import Breach, Fix, Hint, judge


def read_army(data: object) -> requests.ArmyList:
    """The document of a request, or `InvalidInput` with every error: of shape, of doubled ids, of names of nobody."""
    errors: list[Error] = []
    body = None
    try:
        body = validate(requests.ArmyList, data)
    except InvalidInput as invalid:
        errors += invalid.errors
    if isinstance(data, dict):
        errors += [Error(problem.path, str(problem.message)) for problem in loose_ends(data)]
    if errors or body is None:
        raise InvalidInput(errors)
    return body


def answer_army(body: requests.ArmyList) -> ArmyAnswer:
    """What the rules say of the list."""
    verdict = judge(army_of(body), catalog())
    return ArmyAnswer(
        legal=verdict.legal,
        koku=BudgetAnswer.model_validate(verdict.koku),
        vp=BudgetAnswer.model_validate(verdict.vp),
        limits=[LimitAnswer.model_validate(limit) for limit in verdict.limits],
        problems=[_problem(problem) for problem in verdict.problems],
        hints=[_hint(hint) for hint in verdict.hints],
        levels={str(level): legal for level, legal in verdict.levels.items()},
        blocked_by={
            str(rung.level): _each_once(problem.code for problem in rung.problems)
            for rung in verdict.ladder
            if not rung.legal
        },
    )


def _problem(problem: Breach) -> ProblemAnswer:
    return ProblemAnswer(
        code=problem.code,
        message=str(problem.message),
        rule=problem.rule,
        level=problem.level,
        about=list(problem.about),
        have=problem.have,
        allowed=problem.allowed,
        fix=_fix(problem.fix) if problem.fix else None,
        fixes=[_fix(fix) for fix in problem.fixes],
    )


def _fix(fix: Fix) -> FixSet | FixRemove:
    if fix.remove is not None:
        return FixRemove(remove=fix.remove)
    return FixSet(set={name: list(value) if isinstance(value, tuple) else value for name, value in fix.set.items()})


def _hint(hint: Hint) -> HintAnswer:
    return HintAnswer(code=hint.code, message=str(hint.message), rule=hint.rule, about=list(hint.about))


def _each_once(codes: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(codes))
