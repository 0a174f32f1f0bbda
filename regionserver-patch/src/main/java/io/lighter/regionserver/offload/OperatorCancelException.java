package io.lighter.regionserver.offload;

import java.io.InterruptedIOException;

/**
 * An operator cancelled the compaction. To HBase it is one that was interrupted: it ends, its files
 * may be selected again, and nobody takes it for a failure.
 */
final class OperatorCancelException extends InterruptedIOException {
  private static final long serialVersionUID = 1L;

  OperatorCancelException(String message) {
    super(message);
  }
}
