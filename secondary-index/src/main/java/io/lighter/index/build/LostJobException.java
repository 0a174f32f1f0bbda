// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

/** A job on a compaction server that did not complete; another attempt may. */
final class LostJobException extends Exception {
  private static final long serialVersionUID = 1L;

  LostJobException(String message) {
    super(message);
  }

  LostJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
