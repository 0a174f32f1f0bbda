// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.zk;

import java.io.IOException;

/** The switch's znode does not hold a switch; the message says how to repair it. */
public final class UnreadableSwitchException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception for a znode.
   *
   * @param path path of the znode
   */
  public UnreadableSwitchException(String path, Throwable cause) {
    super(
        path
            + " does not hold a switch; 'delete "
            + path
            + "' in 'hbase zkcli' repairs it, and switches all tables on",
        cause);
  }
}
