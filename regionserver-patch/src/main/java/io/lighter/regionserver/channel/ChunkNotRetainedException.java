// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import java.io.IOException;

/** The compaction server no longer has the chunk; the channel remains usable. */
public final class ChunkNotRetainedException extends IOException {
  private static final long serialVersionUID = 1L;

  ChunkNotRetainedException(int file, int chunk) {
    super("chunk " + chunk + " of file " + file + " is no longer retained");
  }
}
