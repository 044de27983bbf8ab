"""Runs a Spack recipe without Spack: what it imports of spack.package, for real where it touches files, told where not.

stub_spack.py PACKAGE.PY PREFIX NODE_PREFIX: installs into PREFIX and runs the recipe's own test; prints what it declares.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import types

recipe, prefix, node_prefix = (os.path.abspath(path) for path in sys.argv[1:])
declared = {"versions": [], "depends_on": [], "license": []}


class Prefix(str):
    """A path whose attributes are paths below it."""

    def __getattr__(self, name):
        return Prefix(os.path.join(self, name))


class Executable:
    def __init__(self, path):
        self.path = path

    def __call__(self, *words, output=None, error=None):
        return subprocess.run([self.path, *words], check=True, capture_output=True, text=True).stdout


def install(source, target):
    if not os.path.isfile(source):
        raise FileNotFoundError(source)
    shutil.copy(source, target)


def mkdirp(*paths):
    for path in paths:
        os.makedirs(path, exist_ok=True)


def which(path):
    return Executable(path) if os.access(path, os.X_OK) else None


class Package:
    package_dir = os.path.dirname(recipe)
    prefix = Prefix(prefix)


package = types.ModuleType("spack.package")
package.__dict__.update(
    Package=Package,
    version=lambda name, **facts: declared["versions"].append({"version": name, **facts}),
    depends_on=lambda spec, **facts: declared["depends_on"].append({"spec": spec, **facts}),
    license=lambda name: declared["license"].append(name),
    join_path=os.path.join,
    mkdirp=mkdirp,
    install=install,
    set_executable=lambda path: os.chmod(path, 0o755),
    which=which,
)
package.__all__ = [name for name in package.__dict__ if not name.startswith("__")]
sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})

found = importlib.util.spec_from_file_location("llamp_ts_recipe", recipe)
module = importlib.util.module_from_spec(found)
found.loader.exec_module(module)

[version] = declared["versions"]
archive = version["url"].replace("file://", "", 1)
with open(archive, "rb") as file:
    if hashlib.sha256(file.read()).hexdigest() != version["sha256"]:
        raise ValueError("the checksum is not that of " + archive)

one = module.LlampTs()
one.stage = types.SimpleNamespace(archive_file=archive)
one.spec = {"node-js": types.SimpleNamespace(prefix=Prefix(node_prefix))}
one.install(one.spec, one.prefix)
one.test_demo()
print(json.dumps(declared))
