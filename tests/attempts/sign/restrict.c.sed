# Lab 4: + U z.
s/-at(Uz, i)/at(Uz, i)/
