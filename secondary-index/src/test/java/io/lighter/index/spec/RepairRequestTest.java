// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of a request to remove a stale entry. */
class RepairRequestTest {
  private static final byte[] KEY = {0, 'R', (byte) 0xFF};

  @Test
  void requestIsReadAsItWasWritten() throws Exception {
    byte[] bytes = new RepairRequest("city", KEY, 1L << 40).toBytes();

    RepairRequest read = RepairRequest.parse(bytes);
    assertThat(read.index()).isEqualTo("city");
    assertThat(read.key()).isEqualTo(KEY);
    assertThat(read.stamp()).isEqualTo(1L << 40);
    assertThat(RepairRequest.parse(new RepairRequest("i", new byte[0], 3).toBytes()).key())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 13})
  void requestThatIsCutShortIsRefused(int length) {
    byte[] bytes = new RepairRequest("city", new byte[0], 3).toBytes();

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> RepairRequest.parse(Arrays.copyOf(bytes, length)))
        .withMessageStartingWith("lighter.index.repair");
  }

  @Test
  void otherFormIsRefused() {
    byte[] bytes = new RepairRequest("city", KEY, 3).toBytes();
    bytes[0]++;

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> RepairRequest.parse(bytes))
        .withMessageContaining("expected version 1");
  }
}
