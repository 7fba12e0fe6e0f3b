#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/scripts/client-changed says when CI tries the client on DocumentDB, in a repository of its own."""

import unittest

from test_packages_changed import SCRIPT, PackagesChanged


class ClientChanged(PackagesChanged):
    script = SCRIPT.with_name("client-changed")

    def setUp(self):
        super().setUp()
        self.commit("ui/shell/main_window.cpp", "before")

    def test_a_change_of_the_client_needs_it(self):
        for name in ("app/mongo/readings.cpp", "app/ttl/types.h", "app/services/purge/purge_job.cpp"):
            self.commit(name, "two")
            needed, reason = self.answer()
            self.assertTrue(needed, name)
            self.assertIn(name, reason)

    def test_another_change_does_not(self):
        self.commit("app/engine/net/session.cpp", "two")
        self.assertFalse(self.answer()[0])

    def test_a_change_before_the_last_commit_of_a_branch_needs_it(self):
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.commit("app/mongo/readings.cpp", "two")
        self.commit("ui/shell/main_window.cpp", "three")
        self.assertTrue(self.answer()[0])


# the tests of the base class are about the other script
for inherited in [name for name in dir(PackagesChanged) if name.startswith("test_")]:
    if inherited not in vars(ClientChanged):
        setattr(ClientChanged, inherited, None)
del PackagesChanged

if __name__ == "__main__":
    unittest.main()
