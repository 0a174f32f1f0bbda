// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;

/** A refusal because another call runs, and one at a time is enough; not a failure. */
public final class BusyException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Creates a refusal.
   *
   * @param message the call that runs
   */
  public BusyException(String message) {
    super(message);
  }
}
