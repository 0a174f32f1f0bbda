// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Checks whether Snappy works in this JVM. The native library is unpacked into {@code
 * java.io.tmpdir} and loaded from there. Loading fails if that folder is mounted {@code noexec}, or
 * if no library exists for the machine. Thread-safe.
 */
public final class SnappyLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(SnappyLibrary.class);

  private SnappyLibrary() {}

  /** Whether the library can be loaded; the first call loads it and logs a failure. */
  public static boolean isUsable() {
    return Probe.USABLE;
  }

  /**
   * Returns the largest number of bytes that {@code rawBytes} bytes can compress to. The method
   * computes {@code snappy_max_compressed_length} without the native library.
   *
   * @param rawBytes from 0 to {@link ChunkFormat#MAX_RAW_BYTES}
   */
  static int maxCompressedBytes(int rawBytes) {
    return 32 + rawBytes + rawBytes / 6;
  }

  private static final class Probe {
    private static final boolean USABLE = probe();

    private static boolean probe() {
      try {
        return Snappy.uncompress(Snappy.compress(new byte[] {1})).length == 1;
      } catch (IOException | LinkageError | SnappyError e) {
        LOG.warn("snappy is not usable, warm-ups read HDFS: option=org.xerial.snappy.tempdir", e);
        return false;
      }
    }
  }
}
