# run/scripts.py - a script of run/ as a module, for scripts and tests that call its functions.
import importlib.machinery
import importlib.util
import os
import sys


def load(name):
    """The script run/NAME as a module. Its modules are found in run/, and no file is written."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(folder, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module
