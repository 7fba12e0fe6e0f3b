#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests of mongodb+srv in namespaces of their own, where 127.0.0.1 is the only DNS server.

The driver asks the servers of /etc/resolv.conf at port 53. In its own mount and network namespace the test puts another
file in that place and answers at that port, without rights on the computer and without the Internet.

usage: srv_on_loopback.py TEST_PROGRAM
Exit code 77 where the system gives no such namespaces.
"""

import fcntl
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile

SKIPPED = 77
UNSHARE = ["unshare", "--map-root-user", "--mount", "--net"]
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1


def bring_up_loopback():
    """A new network namespace has the interface, but it is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | IFF_UP))


def inside(program):
    bring_up_loopback()
    with tempfile.TemporaryDirectory() as folder:
        names = pathlib.Path(folder) / "resolv.conf"
        names.write_text("nameserver 127.0.0.1\noptions timeout:2 attempts:2\n", encoding="utf-8")
        subprocess.run(["mount", "--bind", str(names), os.path.realpath("/etc/resolv.conf")], check=True)
        return subprocess.run([program, "integration_srv"], check=False).returncode


def main():
    if sys.argv[1] == "--inside":
        return inside(sys.argv[2])
    if subprocess.run([*UNSHARE, "true"], capture_output=True, check=False).returncode != 0:
        print("Skipped: this system gives no namespaces to a user.")
        return SKIPPED
    return subprocess.run([*UNSHARE, sys.executable, __file__, "--inside", sys.argv[1]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
