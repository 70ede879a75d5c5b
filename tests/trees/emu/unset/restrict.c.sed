# The restriction reads a product A z that was never computed.
/LAUNCH(multiply_fine,/d
