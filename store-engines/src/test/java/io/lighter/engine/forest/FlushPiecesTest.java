// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class FlushPiecesTest {
  /** Files of 400 bytes, so that pieces have 100 or more. */
  private static final ForestLimits LIMITS =
      new ForestLimits(4, 400, 10, 10, ForestLimits.DropDeletes.NO_OLDER, 400);

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  private FlushPieces pieces(boolean isFileTracker) {
    return FlushPieces.of(conf, LIMITS, isFileTracker, problems::add);
  }

  @Test
  void aFlushIsOneFileByDefault() {
    assertThat(pieces(false)).isEqualTo(new FlushPieces(1, 100));
    assertThat(pieces(true)).isEqualTo(new FlushPieces(1, 100));
    assertThat(problems).isEmpty();
  }

  @Test
  void defaultTrackerIsRefused() {
    conf.set("lighter.forest.flush.pieces", "4");
    assertThat(pieces(false).most()).isOne();
    assertThat(problems)
        .containsExactly(
            "lighter.forest.flush.pieces = '4': expected 1, or hbase.store.file-tracker.impl = FILE:"
                + " HBase can lose part of a flush of several files; 1 is used");
  }

  @Test
  void fileTrackerAllowsSeveral() {
    conf.set("lighter.forest.flush.pieces", "4");
    assertThat(pieces(true)).isEqualTo(new FlushPieces(4, 100));
    assertThat(problems).isEmpty();
  }

  @Test
  void badValueIsNamedAndOneFileIsWritten() {
    conf.set("lighter.forest.flush.pieces", "17");
    assertThat(pieces(true).most()).isOne();
    assertThat(problems)
        .containsExactly(
            "lighter.forest.flush.pieces = '17': expected a whole number from 1 to 16; the default"
                + " is used");
  }

  @Test
  void numbersBelowOneAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FlushPieces(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new FlushPieces(1, 0));
  }
}
