# After ten calls y = A x contains a NaN.
s/^    LAUNCH(multiply.*/&\n    static int calls;\n    if (++calls > 10)\n        vector_write(y, A->n \/ 2, 1, \&(double){NAN});/
