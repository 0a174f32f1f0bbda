// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import java.io.InterruptedIOException;

/**
 * An operator cancelled the compaction. HBase treats this exception as an interrupt: the compaction
 * ends without a failure, and its files may be selected again.
 */
final class OperatorCancelException extends InterruptedIOException {
  private static final long serialVersionUID = 1L;

  OperatorCancelException(String message) {
    super(message);
  }
}
