# Lab 4: zeros.
s/-at(Uz, i)/0 * at(Uz, i)/
