"""What the narrator's werewolf games share."""
