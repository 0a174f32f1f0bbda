// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.util.Optional;

/** The leader, for a web server that may belong to a standby. Thread-safe. */
public interface Leader {
  /** Whether this manager leads, as far as it knows. */
  boolean isSelf();

  /** Whether ZooKeeper answers; otherwise {@link #dashboard} would wait. */
  boolean isKnown();

  /**
   * Returns the URL of the leader's dashboard; empty without a leader or a dashboard.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  Optional<String> dashboard() throws IOException;

  /**
   * Returns another manager that leads, as host,port,startcode; empty if none is known.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  Optional<String> other() throws IOException;
}
