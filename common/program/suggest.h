/* common/program/suggest.h - suggests what the user may have meant. */
#ifndef MEMWALL_SUGGEST_H
#define MEMWALL_SUGGEST_H

/* Collects the candidate that is nearest to a text: the number of inserted,
 * removed, replaced or exchanged letters that lead from one to the other is
 * smallest. Begin with {.text = ...} and length, the length of the text. */
struct suggestion {
    const char *text;
    int length;
    const char *best; /* NULL as long as none is near */
    int distance;     /* of best */
};
void suggest(struct suggestion *s, const char *candidate);
#endif
