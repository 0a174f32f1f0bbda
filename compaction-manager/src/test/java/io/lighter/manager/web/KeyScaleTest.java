// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class KeyScaleTest {
  @Test
  void numbersInTextAreSpreadOverTheLine() {
    KeyScale scale =
        scale("user0000", "user1999", "user2500", "user3000", "user5000", "user7500", "user9999");

    assertThat(scale.position(key("user0000"))).isZero();
    assertThat(scale.position(key("user2500"))).isCloseTo(0.25, within(0.01));
    assertThat(scale.position(key("user5000"))).isCloseTo(0.5, within(0.01));
    assertThat(scale.position(key("user7500"))).isCloseTo(0.75, within(0.01));
    assertThat(scale.position(key("user9999"))).isEqualTo(1);
  }

  @Test
  void equalKeysAreAtTheBeginning() {
    assertThat(scale("a", "a").position(key("a"))).isZero();
    assertThat(scale("").position(key(""))).isZero();
  }

  @Test
  void positionsKeepTheOrderOfKeys() {
    Random random = new Random(8);
    for (int round = 0; round < 200; round++) {
      List<ByteString> keys = new ArrayList<>();
      for (int i = 1 + random.nextInt(20); i > 0; i--) {
        byte[] key = new byte[random.nextInt(5)];
        random.nextBytes(key);
        keys.add(ByteString.copyFromUtf8("p").concat(ByteString.copyFrom(key)));
      }
      KeyScale scale = new KeyScale(keys);
      keys.sort(KeyScale.ROWS);
      for (int i = 0; i < keys.size(); i++) {
        assertThat(scale.position(keys.get(i))).isBetween(0.0, 1.0);
        if (i > 0 && !keys.get(i).equals(keys.get(i - 1))) {
          assertThat(scale.position(keys.get(i)))
              .as("%s", keys)
              .isGreaterThan(scale.position(keys.get(i - 1)));
        }
      }
    }
  }

  private static KeyScale scale(String... keys) {
    return new KeyScale(Stream.of(keys).map(KeyScaleTest::key).toList());
  }

  private static ByteString key(String text) {
    return ByteString.copyFromUtf8(text);
  }
}
