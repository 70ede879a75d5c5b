# A sweep with zero initial guess starts from the values that z
# had before, and diverges.
s/color, L_Z,/color, L_U_H_Z,/
