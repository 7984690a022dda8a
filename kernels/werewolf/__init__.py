"""Werewolf: hidden roles, votes by day, pranks by night."""
