package io.lighter.chunk;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Whether Snappy works in this JVM: its native library is unpacked into {@code java.io.tmpdir} and
 * loaded from there, which fails where that is mounted {@code noexec}, or where there is none for
 * the machine. Thread-safe.
 */
public final class SnappyLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(SnappyLibrary.class);

  private SnappyLibrary() {}

  /** The first call loads the library, and logs why it cannot be loaded. */
  public static boolean isUsable() {
    return Probe.USABLE;
  }

  /** {@code snappy_max_compressed_length}, which does not take the library to know. */
  static int maxCompressedBytes(int rawBytes) {
    return 32 + rawBytes + rawBytes / 6;
  }

  private static final class Probe {
    private static final boolean USABLE = probe();

    private static boolean probe() {
      try {
        return Snappy.uncompress(Snappy.compress(new byte[] {1})).length == 1;
      } catch (IOException | LinkageError | SnappyError e) {
        LOG.warn(
            "Snappy does not work here; no blocks come from compaction servers, warm-ups read"
                + " HDFS. See org.xerial.snappy.tempdir",
            e);
        return false;
      }
    }
  }
}
