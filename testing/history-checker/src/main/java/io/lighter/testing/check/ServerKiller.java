// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.random.RandomGenerator;

/** Kills region servers of a cluster. */
@FunctionalInterface
interface ServerKiller {
  /** Kills a region server, and returns once another one has started in its place. */
  void kill(RandomGenerator random) throws Exception;
}
