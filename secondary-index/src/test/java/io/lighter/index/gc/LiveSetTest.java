// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import static io.lighter.index.gc.LiveSetFixture.bytes;
import static io.lighter.index.gc.LiveSetFixture.entry;
import static io.lighter.index.gc.LiveSetFixture.header;
import static io.lighter.index.gc.LiveSetFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LiveSetTest {
  private static final int KEYS = 350_000;
  private static final double MOST_BYTES_A_KEY = 1.9;

  /** More keys than three chunks have. */
  @Test
  void noFalseNegative() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LiveSetWriter writer = new LiveSetWriter(bytes, header("", "", 1))) {
      for (int i = 0; i < KEYS; i += 2) {
        writer.add(row(i), List.of(entry("a" + i, text(i)), entry("b" + i, text(i))));
      }
      writer.end();
    }
    LiveSet set = read(bytes.toByteArray());

    int wrong = 0;
    int falsePositives = 0;
    for (int i = 0; i < KEYS; i += 2) {
      wrong += set.mayHave(row(i), entry("a" + i, text(i))) ? 0 : 1;
      wrong += set.mayHave(row(i), entry("b" + i, text(i))) ? 0 : 1;
      falsePositives += set.mayHave(row(i), entry("c" + i, text(i))) ? 1 : 0;
    }
    assertThat(wrong).isZero();
    assertThat(falsePositives / (KEYS / 2.0)).isBetween(0.0003, 0.002);
    assertThat(bytes.size() / (double) KEYS).isLessThan(MOST_BYTES_A_KEY);
  }

  @Test
  void setOfRowsWithoutKeysHasNothing() throws Exception {
    LiveSet set = read(bytes(header("a", "m", 5)));

    assertThat(set.mayHave(Bytes.toBytes("b"), entry("rome", "b"))).isFalse();
    assertThat(set.covers(Bytes.toBytes("a"))).isTrue();
    assertThat(set.covers(Bytes.toBytes("m"))).isFalse();
    assertThat(set.sequenceId()).isEqualTo(5);
  }

  @Test
  void rowAsAWholeKeepsAllItsEntries() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LiveSetWriter writer = new LiveSetWriter(bytes, header("", "", 1))) {
      writer.addWhole(Bytes.toBytes("r1"));
      writer.end();
    }
    LiveSet set = read(bytes.toByteArray());

    assertThat(set.mayHave(Bytes.toBytes("r1"), entry("any", "r1"))).isTrue();
    assertThat(set.mayHave(Bytes.toBytes("r2"), entry("any", "r2"))).isFalse();
  }

  /** The end is a record of its own, so that no shorter file looks complete. */
  @Test
  void truncatedSetIsRefused() throws Exception {
    byte[] whole = bytes(header("", "", 1), "rome", "r1", "oslo", "r2");

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatExceptionOfType(IOException.class).as("%d", length).isThrownBy(() -> read(part));
    }
  }

  @Test
  void garbledSetIsRefused() throws Exception {
    byte[] whole = bytes(header("", "", 1), "rome", "r1", "oslo", "r2");

    for (int i = 0; i < whole.length; i++) {
      byte[] garbled = whole.clone();
      garbled[i] ^= 0x10;
      assertThatExceptionOfType(IOException.class).as("%d", i).isThrownBy(() -> read(garbled));
    }
  }

  @Test
  void bytesBehindTheEndAreRefused() throws Exception {
    byte[] whole = bytes(header("", "", 1), "rome", "r1");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read(Arrays.copyOf(whole, whole.length + 1)));
  }

  private static String text(int row) {
    return "row%07d".formatted(row);
  }

  private static byte[] row(int row) {
    return Bytes.toBytes(text(row));
  }
}
