// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

/**
 * A value that cannot be a key, or bytes that are no entry. The message names the value, its length
 * and what is allowed; the caller adds index and row.
 */
public final class IndexKeyException extends Exception {
  private static final long serialVersionUID = 1L;

  public IndexKeyException(String message) {
    super(message);
  }
}
