# judge/judge.mk - builds the judge of a tree: the program that run/judge talks to.

JUDGE_OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(wildcard judge/*.c))
# Calls of all kernels of the contract arrive in judge/watch.c.
WATCHED := $(shell sed -n 's/^    X.V, S, [a-z]*, \([a-z_]*\),.*/\1/p' common/contract/kernels.h)
WRAP    := $(WATCHED:%=-Wl,--wrap=%)

.PHONY: judge judge-program check-kernels folder-of-programs
judge: ## judge TREE: every kernel, whole solves, speed against ref and opt: five minutes
	@run/judge $(JUDGE_FLAGS) $(TREE)

check-kernels: ## test the kernels of TREE on small inputs: two minutes
	@run/judge --kernels $(JUDGE_FLAGS) $(TREE)

folder-of-programs: # asked by judge/program.py
	@echo $(OUT)

judge-program: $(OUT)/judge-$(NAME)

$(OUT)/judge/%.o: judge/%.c $(OUT)/settings $(BUILD_FILES) | $(OUT)/judge/
	$(compile)

$(OUT)/judge-$(NAME): $(JUDGE_OBJECTS) $(OBJECTS)
	$(COMPILE) $(CFLAGS) $(STANDARD) $(WRAP) $^ -o $@ $(LDLIBS)

-include $(JUDGE_OBJECTS:.o=.d)
