"""Documents out of result tables: reports for people, exports for programs.

What a document needs to know of a game stands in its `Results`; nothing here knows a game, a kernel or a runner.
Importing this package is cheap: what draws, tabulates and writes is imported by the document that needs it.
"""

from reports.documents import EXPORTS, REPORTS, export, report
from reports.mistakes import ReportMistake
from reports.page import Page, show
from reports.results import About, Meaning, Results
from reports.terminal import sweep_table

__all__ = [
    "EXPORTS",
    "REPORTS",
    "About",
    "Meaning",
    "Page",
    "ReportMistake",
    "Results",
    "export",
    "report",
    "show",
    "sweep_table",
]
