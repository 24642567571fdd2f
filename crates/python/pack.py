"""Packs a library that is built already, and the sources beside it, into a wheel.

    python pack.py LIBRARY VERSION OUT

Tests use it: the library comes from the build of the workspace's tests. Wheels for people come from maturin
(`cargo xtask wheel`), which builds a release.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile


def main() -> None:
    library, version, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    sources = pathlib.Path(__file__).parent / "python"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag, info = f"cp39-abi3-{platform}", f"ludex-{version}.dist-info"
    wanted = [path for path in sorted(sources.rglob("*")) if path.suffix in (".py", ".pyi", ".typed")]
    files = {str(path.relative_to(sources)): path.read_bytes() for path in wanted}
    files["ludex/_ludex.abi3.so"] = library.read_bytes()
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: ludex\nVersion: {version}\nRequires-Python: >=3.9\n".encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: pack.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / f"ludex-{version}-{tag}.whl", "w") as wheel:
        for name, data in files.items():
            # Not compressed: it is unpacked at once.
            wheel.writestr(zipfile.ZipInfo(name), data)


if __name__ == "__main__":
    main()
