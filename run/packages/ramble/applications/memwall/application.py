# run/packages/ramble/applications/memwall/application.py - experiments of memwall with Ramble.
#
#   ramble repo add run/packages/ramble
#   ramble info memwall

from ramble.appkit import *
from ramble.expander import Expander


class Memwall(ExecutableApplication):
    """HPG-MxP, the benchmark of mixed-precision GMRES with multigrid."""

    name = "memwall"
    tags("benchmark-app", "mini-app", "benchmark", "hpgmp")

    executable(
        "bench", "memwall-{tree} {side} {side} {side} {seconds}", use_mpi=True, redirect="{out_file}"
    )
    workload("standard", executables=["bench"])
    workload_variable("tree", default="opt", workloads=["standard"],
                      description="ref, the textbook implementation, or opt, the fast one")
    workload_variable("side", default="104", workloads=["standard"],
                      description="grid points per rank and direction, a multiple of 8")
    workload_variable("seconds", default="60", workloads=["standard"],
                      description="duration of the timed phase; 1800 is official")
    workload_variable("out_file", default="{experiment_run_dir}/memwall.out",
                      workloads=["standard"], description="the text of the run")

    out_file = Expander.expansion_str("out_file")
    figure_of_merit(
        "GFlops", log_file=out_file, group_name="gflops", units="GFLOP/s",
        fom_regex=r".*result is VALID with a GFLOP/s rating of=(?P<gflops>[0-9]+\.[0-9]+)",
    )
    figure_of_merit(
        "Read bandwidth", log_file=out_file, group_name="read", units="GB/s",
        fom_regex=r"measured memory bandwidth: read (?P<read>[0-9.]+) GB/s",
    )
    success_criteria("valid", mode="string", match=r"^VALID$", file=out_file)
