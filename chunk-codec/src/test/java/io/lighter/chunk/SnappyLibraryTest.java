// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

class SnappyLibraryTest {
  private static final int UNUSABLE = 3;

  @Test
  void maxCompressedBytesEqualsTheLibrarysLimit() {
    for (int bytes : List.of(1, 5, 6, 1 << 20, ChunkFormat.MAX_RAW_BYTES)) {
      assertThat(SnappyLibrary.maxCompressedBytes(bytes))
          .isEqualTo(Snappy.maxCompressedLength(bytes));
    }
    assertThat(SnappyLibrary.isUsable()).isTrue();
  }

  @Test
  void missingLibraryIsReportedAndLimitsAreKnown() throws Exception {
    Process jvm =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Dorg.xerial.snappy.disable.bundled.libs=true",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutLibrary.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();

    assertThat(jvm.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(jvm.exitValue()).isEqualTo(UNUSABLE);
  }

  /** The calls of a region server that opens a region. */
  static final class WithoutLibrary {
    private WithoutLibrary() {}

    public static void main(String[] arguments) {
      boolean limited = ChunkDecoder.Limits.max().maxFrameBytes() > 0;
      System.exit(limited && !SnappyLibrary.isUsable() ? UNUSABLE : 0);
    }
  }
}
