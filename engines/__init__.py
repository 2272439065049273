"""The games: tables that know the rules, zones that hold the cards. Knows no file and no clock."""
