#!/bin/sh
# run/packages/autograder/setup.sh - what a fresh Debian or Ubuntu needs to grade a submission.
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    gcc g++ make git python3 openmpi-bin libopenmpi-dev
