"""The office of the Arbitre: engines that are addresses, called and calling back, thousands at once."""
