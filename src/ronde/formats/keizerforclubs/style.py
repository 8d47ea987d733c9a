"""The style sheet of the pages, written for the class names of KeizerForClubs."""

KEIZER_CSS = """\
body { font-family: system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 1rem; }
.kfc-h1 { font-size: 1.4rem; margin: 0 0 .2rem; }
.kfc-h2 { font-size: 1.1rem; font-weight: 600; margin: 0 0 .8rem; }
.kfc-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.kfc-table td { padding: .2rem .6rem; border-bottom: 1px solid #d8d8d8; vertical-align: top; }
.kfc-wrapper td:first-child, .kfc-exwrapper td:first-child { text-align: right; }
.kfc-wrapper .kfc-place-0, .kfc-exwrapper .kfc-place-0 { font-weight: 600; }
.kfc-exwrapper { overflow-x: auto; }
.kfc-exwrapper td { white-space: nowrap; font-size: .9rem; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #161616; }
  .kfc-table td { border-color: #444; }
}
@media print { body { margin: 0; } a { color: inherit; text-decoration: none; } }
"""
