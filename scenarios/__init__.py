"""Setups: what a person asks for, parsed, expanded to cells and held against the game; the scenarios that ship."""

from scenarios.cells import Cell
from scenarios.plan import Plan, plan
from scenarios.scenario import Scenario
from scenarios.shipped import load, names

__all__ = ["Cell", "Plan", "Scenario", "load", "names", "plan"]
