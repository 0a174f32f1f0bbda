package io.lighter.chunk;

import java.io.IOException;

/** A frame is damaged, or none at all, or larger than allowed; none of its blocks may be used. */
public final class CorruptChunkException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptChunkException(String message) {
    super(message);
  }

  CorruptChunkException(String message, Throwable cause) {
    super(message, cause);
  }
}
