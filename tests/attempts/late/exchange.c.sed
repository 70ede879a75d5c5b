# Lab 6: the exchange of the start, whose message is marked after it has arrived.
s/^    halo_wait(plan);/&\n    message_begin(A->level);/
/^    (void)A;/c\
    if (A->halo.sends + A->halo.receives == 0)\
        return;\
    phase_begin(PHASE_HALO, A->level);\
    message_end(A->level);\
    phase_end(0);
