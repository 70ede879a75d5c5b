# make/formats.mk - the pairs of formats of numbers that kernels are compiled for.

# The pairs of formats, f64_f64 f32_f32 f32_f16 ..., from the tables of format.h, or other
# ones. i32 and i16 are formats of the Krylov basis only, i8 of matrices only.
REALS     := f64 f32 f16 bf16
ALL_PAIRS := $(foreach r,$(REALS),$(REALS:%=$r_%) $r_i8)
BASIS_PAIRS := f64_i32 f64_i16 f32_i32 f32_i16
pairs_in   = $(shell sed -n '/define $1/,/[^\\]$$/p' common/formats/format.h | \
              grep -o 'X([a-z0-9]*, [a-z0-9]*)' | sed 's/X(\(.*\), \(.*\))/\1_\2/')
unique     = $(if $1,$(firstword $1) $(call unique,$(filter-out $(firstword $1),$1)))
$(foreach v,PAIRS VECTOR_PAIRS MORE_PAIRS,$(if $(filter-out $(ALL_PAIRS) \
  $(if $(filter PAIRS,$v),,$(BASIS_PAIRS)),$($v)),$(error $v=$($v): there are \
  $(ALL_PAIRS)$(if $(filter PAIRS,$v),,$() $(BASIS_PAIRS)))))
LISTED        := $(call pairs_in,MATRIX_PAIRS_X)
LISTED_VECTOR := $(call pairs_in,VECTOR_PAIRS_X)
PAIRS         ?= $(LISTED)
VECTOR_PAIRS  ?= $(LISTED_VECTOR)
override PAIRS := $(call unique,$(PAIRS) $(filter $(ALL_PAIRS),$(MORE_PAIRS)))
override VECTOR_PAIRS := $(call unique,$(filter-out %_i8,$(VECTOR_PAIRS) $(PAIRS) $(MORE_PAIRS)))
$(if $(PAIRS),,$(error PAIRS is empty: at least one of $(ALL_PAIRS) is needed))
ifneq ($(strip $(PAIRS) and $(VECTOR_PAIRS)),$(LISTED) and $(LISTED_VECTOR))
comma    := ,
table_of  = -D'$1(X)=$(foreach p,$2,X($(subst _,$(comma),$p)))'
SOME_PAIRS := $(call table_of,MATRIX_PAIRS_X,$(PAIRS)) $(call table_of,VECTOR_PAIRS_X,$(VECTOR_PAIRS))
endif
