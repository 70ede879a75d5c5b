# After ten calls y = A x contains a NaN.
s/^    LAUNCH(multiply.*/&\n    static int calls;\n    if (++calls > 10)\n        vector_set(y, A->n \/ 2, NAN);/
