package io.lighter.regionserver.channel;

import java.io.IOException;

/** The compaction server does not have the chunk any more; the channel itself is fine. */
public final class ChunkNotKeptException extends IOException {
  private static final long serialVersionUID = 1L;

  ChunkNotKeptException(int file, int chunk) {
    super("chunk " + chunk + " of file " + file + " is not kept any more");
  }
}
