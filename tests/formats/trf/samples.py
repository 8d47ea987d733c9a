"""A small report of three rounds announced and two played."""

from __future__ import annotations

from typing import Final

SMALL: Final = """\
012 Sample Open
142 3
152 W
192 FIDE_DUTCH
202 BH,SB
001    1 m GM Adam, Paul                        2510 FRA      100001 1990/01/01  2.0    1     3 w 1     2 b 1
001    2 w    Berg, Lena                        2320 SWE      100002 1995/05/05  1.0    2     4 b 1     1 w 0
001    3 m    Costa, Rui                        2210 POR      100003 2001/02/03  1.0    3     1 b 0     4 w 1
001    4 m    Dunn, Ian                         2105 IRL      100004 1988/08/08  0.0    4     2 w 0     3 b 0
"""
