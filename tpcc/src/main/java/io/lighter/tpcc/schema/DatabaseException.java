// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.io.IOException;

/** Thrown if the tables do not fit the command. The message describes the tables and the remedy. */
public final class DatabaseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line
   */
  public DatabaseException(String message) {
    super(message);
  }
}
