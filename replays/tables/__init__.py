"""Games in progress: what a ply, a take-back or an end does to a record, and what views are told.

Pure functions of a record and of what is sent. Nothing here knows a clock, a store or HTTP.
"""
