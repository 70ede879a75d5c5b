# run/packages/reframe/memwall.py - measures memwall with ReFrame 4.
#
#   reframe -c run/packages/reframe/memwall.py -r -S programs=$PWD/build -S ranks=2
#
# The programs are those of `make ref opt`, or of `make install` and programs=PREFIX/bin.

import os

import reframe as rfm
import reframe.utility.sanity as sn


@rfm.simple_test
class MemwallBench(rfm.RunOnlyRegressionTest):
    """The benchmark HPG-MxP: valid, and the rating of one node."""

    tree = parameter(["ref", "opt"])
    programs = variable(str, value=os.path.join(os.path.dirname(__file__), "..", "..", "build"))
    ranks = variable(int, value=1)
    side = variable(int, value=104)
    seconds = variable(int, value=60)
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    sourcesdir = None

    @run_before("run")
    def set_command(self):
        self.num_tasks = self.ranks
        self.executable = os.path.abspath(os.path.join(self.programs, "memwall-" + self.tree))
        self.executable_opts = ["--nx=%d" % self.side, "--rt=%d" % self.seconds]

    @sanity_function
    def is_valid(self):
        return sn.assert_found(r"^VALID$", self.stdout)

    @performance_function("GFLOP/s")
    def rating(self):
        return sn.extractsingle(r"result is VALID with a GFLOP/s rating of=\s*(\S+)",
                                self.stdout, 1, float)

    @performance_function("GB/s")
    def read_bandwidth(self):
        return sn.extractsingle(r"measured memory bandwidth: read (\S+) GB/s", self.stdout, 1, float)
