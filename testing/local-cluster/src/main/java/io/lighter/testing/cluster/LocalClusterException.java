// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;

/**
 * Thrown if a process of the cluster did not start or has ended; the message has the end of its
 * log.
 */
public final class LocalClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  LocalClusterException(String message) {
    super(message);
  }

  LocalClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
