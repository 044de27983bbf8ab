# SPDX-License-Identifier: MIT

import os

from spack.package import *


class LlampTs(Package):
    """How much network latency an MPI program can bear, and what decides it: a linear
    program under LogGPS from MPI traces or GOAL schedules. One file for Node."""

    # The bundle lies beside this recipe.
    version(
        "@VERSION@",
        sha256="@SHA256@",
        url="file://" + os.path.join(os.path.dirname(os.path.abspath(__file__)), "llamp-ts-@VERSION@.cjs"),
        expand=False,
    )

    license("MIT")

    depends_on("node-js@20:", type="run")

    def install(self, spec, prefix):
        bundle = join_path(prefix.lib, "llamp-ts.cjs")
        launcher = join_path(prefix.bin, "llamp-ts")
        man = join_path(prefix.share.man, "man1")
        mkdirp(prefix.lib, prefix.bin, man)
        install(self.stage.archive_file, bundle)
        install(join_path(self.package_dir, "llamp-ts.1"), man)
        install(join_path(self.package_dir, "LICENSES.txt"), prefix.share)
        # The very Node that was asked for, whatever PATH has where it runs.
        node = join_path(spec["node-js"].prefix.bin, "node")
        with open(launcher, "w") as script:
            script.write('#!/bin/sh\nexec "{0}" "{1}" "$@"\n'.format(node, bundle))
        set_executable(launcher)

    def test_demo(self):
        """the latency tolerance of the sample inside"""
        llamp = which(join_path(self.prefix.bin, "llamp-ts"))
        out = llamp("demo", output=str.split, error=str.split)
        assert "slower by" in out
