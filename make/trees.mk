# make/trees.mk - the files of a tree: its own, and what it takes from its parents.

# A tree is a folder. A file that it does not have is taken from the tree that its
# file `parent` names, then from the parent of that tree, and finally from ref.
# A line FILE TREE in `parent` takes this one file from the folder of another tree.
# CHAIN lists the tree and its parents. $(call chain,TREE,TREES BEFORE IT) adds a tree
# and those that follow it.
$(if $(word 2,$(TREE)),$(error TREE=$(TREE): the name of this folder must not contain blanks))
override TREE := $(patsubst ./%,%,$(patsubst $(CURDIR)/%,%,$(patsubst %/,%,$(TREE))))
# The lines of a file `parent`: the name of the parent, and FILE:TREE.
lines       = $(if $1,$(if $(filter %.c %.h,$(word 1,$1)),$(word 1,$1):$(word 2,$1) \
                $(call lines,$(wordlist 3,99,$1)),$(word 1,$1) $(call lines,$(wordlist 2,99,$1))))
lines_of    = $(call lines,$(file <$1/parent))
parents_of  = $(foreach l,$(call lines_of,$1),$(if $(findstring :,$l),,$l))
parent_of   = $(or $(firstword $(call parents_of,$1)),ref)
taken_of    = $(foreach l,$(call lines_of,$1),$(if $(findstring :,$l),$l))
chain       = $(if $(wildcard $1/.),,$(call no_folder,$1,$(lastword $2))) \
              $(if $(filter $1,$2),$(error $(lastword $2)/parent: $1 has it as parent)) \
              $(if $(word 2,$(call parents_of,$1)),$(error $1/parent: there is one parent, not \
                $(call parents_of,$1); a file of another tree has a line FILE TREE)) \
              $1 $(if $(filter ref,$1),,$(call chain,$(call parent_of,$1),$2 $1))
no_folder   = $(error $(if $2,$2/parent: $1,TREE=$1): no such folder; \
                the trees here are $(trees_here))
trees_here  = $(filter-out %/gpu,$(sort $(patsubst %/,%,$(dir $(wildcard \
                $(foreach d,* */*,$(addprefix $d/,parent $(KERNELS:%=%.c))))))))
CHAIN      := $(strip $(call chain,$(TREE)))

# A program is named by the path of its tree, memwall-steps-colors for steps/colors and
# memwall-01-colors-start for docs/labs/01-colors/start; the trees of tests, and those outside
# of this folder, by the last part of it.
title_of    = $(if $(filter /% ../% tests/%,$1),$(notdir $1),$(1:docs/labs/%=%))
name_of     = $(subst /,-,$(call title_of,$1))
NAME       := $(call name_of,$(TREE))
$(if $(filter-out $(TREE),$(NAME)),$(if $(wildcard $(NAME)/.),$(error TREE=$(TREE): \
  memwall-$(NAME) is the program of the tree $(NAME): rename one of the two folders)))

# For a device, a file in a tree's folder gpu/ replaces the file of the same name in
# the tree. SEARCH lists the folders in the order in which a file of a tree is
# looked for, and `places` the paths; headers of trees are included in <angle brackets>
# and found in the same order.
with_gpu    = $(if $(filter-out cpu,$(BACKEND)),$(wildcard $1/gpu)) $1
SEARCH     := $(strip $(foreach t,$(CHAIN),$(call with_gpu,$t)))
taken_from  = $(addsuffix /$1,$(call with_gpu,$(patsubst $1:%,%,$(filter $1:%,$(call taken_of,$2)))))
places      = $(foreach t,$(CHAIN),$(addsuffix /$1,$(call with_gpu,$t)) \
                $(if $(filter $1:%,$(call taken_of,$t)),$(call taken_from,$1,$t)))
found       = $(firstword $(wildcard $(call places,$1)))
TAKEN      := $(sort $(foreach t,$(CHAIN),$(call taken_of,$t)))
# $(call check_taken,TREE,FILE,OTHER TREE)
check_taken = $(if $3,,$(error $1/parent: $2: a line is a tree, the parent, or FILE TREE)) \
              $(if $(wildcard $3/.),,$(call no_folder,$2 $3,$1)) \
              $(if $(wildcard $(addsuffix /$2,$(call with_gpu,$3))),, \
                $(error $1/parent: $2 $3: there is no $3/$2)) \
              $(if $(wildcard $(addsuffix /$2,$(call with_gpu,$1))), \
                $(error $1/parent: $2 $3: the folder $1 has a file of this name))
$(foreach t,$(CHAIN),$(foreach l,$(call taken_of,$t), \
  $(call check_taken,$t,$(word 1,$(subst :, ,$l)),$(word 2,$(subst :, ,$l)))))

# A file with a misspelled name would be ignored silently, so the names are checked.
MISNAMED   := $(strip $(foreach t,$(filter-out ref opt,$(CHAIN)), $(shell tests/check_tree $t \
                $(filter-out $t,$(CHAIN)) $(foreach l,$(TAKEN),$(lastword $(subst :, ,$l))))))
$(if $(MISNAMED),$(error $(MISNAMED)))

# The files that are compiled once: x.c without x.h, and x.c whose x.h another file includes.
# A tree whose layout needs no schedule does not compile schedule.c of its parent.
names_of    = $(sort $(notdir $(wildcard $(SEARCH:%=%/*.$1))) \
                $(foreach l,$(TAKEN),$(filter %.$1,$(subst :, ,$l))))
HEADERS    := $(call names_of,h)
INCLUDED   := $(sort $(shell awk 'FNR == 1 { own = FILENAME; gsub(/.*\/|\.[ch]$$/, "", own) } \
                /^ *[^a-z]? *include *<.*\.h>/ { gsub(/.*<|\.h>.*/, ""); if ($$0 != own) print }' \
                $(foreach f,$(call names_of,c) $(HEADERS),$(call found,$f))))
ONCE       := $(foreach f,$(filter-out $(KERNELS),$(basename $(call names_of,c))), \
                $(if $(filter $f.h,$(HEADERS)),$(filter $f,$(INCLUDED)),$f))

# 1 if the tree takes this file from ref: the report file of HPG-MxP then says that
# the reference version of SpMV or of the vector operations was used.
from_ref    = $(if $(filter ref/%,$(call found,$1)),1,0)
OF_TREE    := -DTREE='"$(call title_of,$(TREE))"' -DPROGRAM='"memwall-$(NAME)"' \
              -DREFERENCE_SPMV=$(call from_ref,spmv.c) \
              -DREFERENCE_VECTORS=$(call from_ref,vector_loops.h)
