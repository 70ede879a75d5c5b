# tests/tests.mk - builds and runs the tests: `check` the fast ones, `test` all of them.

TREES    ?= ref opt
# Four at a time even on two cores: most of a small run is waiting for MPI to start.
PROVE    ?= prove --jobs 4
TESTS    ?= tests/*.t
# The trees that are broken on purpose, for the tests that run them.
asked     = $(filter tests/$1.t tests/*.t,$(TESTS))
MUTANTS  := $(patsubst %/,%,$(if $(call asked,mutants),$(wildcard tests/trees/*/)) \
              $(if $(call asked,emu),$(if $(filter emu,$(BACKEND)), \
                $(wildcard tests/trees-emu/*/))))
UNITS    := $(basename $(notdir $(wildcard tests/unit_*.c)))
UNIT_PROGRAMS := $(UNITS:%=$(DIR)/%)
ORACLE   := $(OUT)/oracle_counts

.PHONY: check test test-programs tests-of-tree
.SECONDARY: $(UNITS:%=$(DIR)/tests/%.o)

$(DIR)/tests/%.o: tests/%.c Makefile | $(DIR)/tests/
	$(compile)

$(UNIT_PROGRAMS): $(DIR)/%: $(DIR)/tests/%.o $(DIR)/tests/oracle.o \
                            $(DIR)/tests/fixture.o $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $^ -o $@ $(LDLIBS)

# The oracle alone, without a line of the trees.
$(ORACLE): tests/oracle_counts.c tests/oracle.c tests/oracle.h
	$(CC) -O2 -std=c17 $(WARN) tests/oracle_counts.c tests/oracle.c -o $@ -lm

tests-of-tree: $(PROGRAM) $(UNIT_PROGRAMS) $(ORACLE)

# Each tree is one run of this Makefile; so is each tree that is broken on purpose.
test-programs:
	+@for tree in $(TREES) $(MUTANTS); do \
	    $(MAKE) -s --no-print-directory TREE=$$tree tests-of-tree || exit 1; \
	done

prove = MEMWALL_BIN=$(abspath $(OUT)) MPI=$(MPI) BACKEND=$(BACKEND) MPIRUN='$(MPIRUN)' \
        TREES='$(notdir $(TREES))' $1 $(PROVE) --timer --exec bash $(TESTS)

check: test-programs ## the fast tests, under two minutes
	$(call prove,MEMWALL_FAST=1)

test: test-programs ## all tests
	$(call prove,MEMWALL_FAST=)

-include $(UNITS:%=$(DIR)/tests/%.d) $(DIR)/tests/oracle.d $(DIR)/tests/fixture.d
include tests/fuzz.mk
