# make/install.mk - installation, the tarball and the book.

.PHONY: book install uninstall dist

# The map, the chapters in their order, the labs, and the reference.
CHAPTERS   := docs/README.md $(sort $(wildcard docs/[0-9]*.md)) docs/labs/README.md \
              $(sort $(wildcard docs/labs/*/README.md) $(wildcard docs/reference/*.md))
book: ## write docs/ as one page with links and figures, build/book.html; needs pandoc
	@command -v pandoc >/dev/null || { echo "make book needs pandoc: apt-get install pandoc" >&2; exit 2; }
	@mkdir -p $(BUILD)
	pandoc --fail-if-warnings --standalone --self-contained --toc --toc-depth=2 --mathml \
	    --from=gfm+tex_math_dollars+rebase_relative_paths --lua-filter=docs/book.lua \
	    --metadata=title:memwall --variable=maxwidth:52em --output=$(BUILD)/book.html $(CHAPTERS)

# What `install` copies. The scripts of run/ find the program in build/, which is a
# link here. Job scripts write to results/ beside it, which `uninstall` leaves.
ROOT       := $(DESTDIR)$(PREFIX)
install: all ## copy program, docs and run/ to PREFIX
	install -D -m 755 $(PROGRAM) $(ROOT)/bin/memwall-$(NAME)
	for f in README.md CONTRIBUTING.md LICENSE $$(find docs -type f); do \
	    install -D -m 644 $$f $(ROOT)/share/doc/memwall/$$f || exit 1; done
	for f in $$(find run -type f ! -name '*.pyc'); do \
	    install -D $$f $(ROOT)/share/memwall/$$f || exit 1; done
	install -d $(ROOT)/share/memwall/build
	ln -sf ../../../bin/memwall-$(NAME) $(ROOT)/share/memwall/build/memwall-$(NAME)

uninstall: ## remove what `make install` with the same TREE and PREFIX has copied
	rm -f $(ROOT)/bin/memwall-$(NAME)
	rm -f $(ROOT)/share/memwall/build/memwall-$(NAME)
	rm -rf $(ROOT)/share/doc/memwall $(ROOT)/share/memwall/run
	rmdir $(ROOT)/share/memwall/build $(ROOT)/share/memwall 2>/dev/null || true

# The tarball contains the files that git tracks, as they are now, and the commit in
# the file `commit`, because the copy has no git.
DIST       := memwall-$(COMMIT)$(MODIFIED)
dist: ## pack all sources as build/memwall-COMMIT.tar.gz, which builds without git
	rm -rf $(BUILD)/dist
	mkdir -p $(BUILD)/dist/$(DIST)
	git ls-files >$(BUILD)/dist/files
	tar -cf - -T $(BUILD)/dist/files | tar -C $(BUILD)/dist/$(DIST) -xf -
	echo $(COMMIT)$(MODIFIED)-dist >$(BUILD)/dist/$(DIST)/commit
	tar -C $(BUILD)/dist -czf $(BUILD)/$(DIST).tar.gz $(DIST)
	rm -rf $(BUILD)/dist
