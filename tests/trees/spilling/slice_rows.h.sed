# A slice is stored whole although it has fewer rows.
s/s->rows < SLICE, 0/s->rows < 0, 0/
