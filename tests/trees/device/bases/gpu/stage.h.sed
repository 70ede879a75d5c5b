# Bases are loaded from memory, not copied to shared memory with values and offsets.
/SHARED int base\|start_copies(base/d; s/base\[warp\]/c.base + k/
