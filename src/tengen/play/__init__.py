"""Players and the games they make. In reading order:

player   who chooses an action in a position
game     two players make a game
"""
