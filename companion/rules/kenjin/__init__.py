"""The rules of Kenjin: armies of thirteen cards on battlefields between two to four neighbors.

`cards` clans, cards and battlefields · `layout` which battlefields lie between whom · `deployment` whose turn it is and
what may be laid · `armies` cards as they lie, and whether all are there · `battlefield` the resolution of one
battlefield · `supply_camp` its winner's bonuses · `score` points and ranking.
"""
