# Lab 1: no case for matrices without colors.
/if (C->count == 0)/,+1d
