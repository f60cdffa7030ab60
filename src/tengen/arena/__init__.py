"""Matches between players, and what they prove. In reading order:

opponents   who can take a seat in a match
gtp_client  other people's programs, asked over GTP
programs    such a program in a seat: GNU Go and many others
names       players by name, as people write them
openings    where games begin, so that no two are alike
match       two seats play every opening with both colours
rating      how much stronger, and how sure that is
sprt        whether stronger at all, in as few games as it takes
"""
