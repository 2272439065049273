"""Games in progress: the effect of a ply, a take-back or an end on a record, and its views.

Pure functions of a record and a call. Nothing here knows a clock, a store or HTTP.
"""
