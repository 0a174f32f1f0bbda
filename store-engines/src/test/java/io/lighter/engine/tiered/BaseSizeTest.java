// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.tiered.FileView.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaseSizeTest {
  @Test
  void medianOfFlushesIsRoundedToAPowerOfTwo() {
    List<FileView> files =
        List.of(
            TieredFiles.file(1, 1 << 30, Origin.COMPACTION),
            TieredFiles.file(2, 1 << 30, Origin.BULK_LOAD),
            TieredFiles.file(3, 1 << 30, Origin.REFERENCE),
            TieredFiles.flush(4, 3),
            TieredFiles.flush(5, 100),
            TieredFiles.flush(6, 9_000));
    assertThat(BaseSize.measured(files, Origin.FLUSH, 1)).hasValue(128);
    assertThat(BaseSize.measured(files, Origin.FLUSH, 1_000)).hasValue(1_000);
  }

  @Test
  void roundsOnALogarithmicScale() {
    assertThat(BaseSize.measured(List.of(TieredFiles.flush(1, 90)), Origin.FLUSH, 1)).hasValue(64);
    assertThat(BaseSize.measured(List.of(TieredFiles.flush(1, 91)), Origin.FLUSH, 1)).hasValue(128);
  }

  @Test
  void nothingIsMeasuredWithoutAFlush() {
    List<FileView> files = List.of(TieredFiles.file(1, 100, Origin.COMPACTION));
    assertThat(BaseSize.measured(files, Origin.FLUSH, 1)).isEmpty();
  }
}
