// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarmRangeTest {
  @ParameterizedTest
  @CsvSource({
    // range, region, whether they overlap; an end is not in its range
    "'','', '','', true",
    "'','', a,b, true",
    "a,b, '','', true",
    "a,b, b,c, false",
    "b,c, a,b, false",
    "a,c, b,d, true",
    "b,d, a,c, true",
    "b,c, a,'', true",
    "b,'', '',a, false",
    "'',b, b,'', false",
  })
  void regionOverlapsIfOneOfItsRowsIsInTheRange(
      String start, String stop, String regionStart, String regionEnd, boolean overlaps) {
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
            .setStartKey(bytes(regionStart))
            .setEndKey(bytes(regionEnd))
            .build();

    assertThat(WarmRange.of("t", start, stop).overlaps(region)).isEqualTo(overlaps);
  }

  @Test
  void rowsMayHaveBytesInHexadecimal() {
    assertThat(WarmRange.of("ns:t", "a\\x00\\xFF", "").startRow())
        .containsExactly('a', 0, (byte) 0xff);
  }

  @Test
  void digitsMayBeSmallAndOtherTextIsUtf8() {
    assertThat(WarmRange.of("t", "\\xfe\\x0a\u00e9", "").startRow())
        .containsExactly(0xfe, 0x0a, 0xc3, 0xa9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\x", "a\\x0", "\\xZZ", "\\x+1"})
  void bytesWithoutTwoDigitsAreRefused(String row) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WarmRange.of("t", "", row))
        .withMessageContaining("--stop " + row);
  }

  @Test
  void emptyRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WarmRange.of("t", "b", "a"))
        .withMessageContaining("--start b --stop a");
    assertThatIllegalArgumentException().isThrownBy(() -> WarmRange.of("t", "a", "a"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
