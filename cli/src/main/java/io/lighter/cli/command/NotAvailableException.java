// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.io.IOException;

/**
 * Thrown if a service that the command needs does not answer; see {@link ExitCode#NOT_AVAILABLE}.
 */
public class NotAvailableException extends IOException {
  private static final long serialVersionUID = 1L;

  public NotAvailableException(String message) {
    super(message);
  }

  /**
   * @param message one line that names what does not answer, and where
   */
  public NotAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
