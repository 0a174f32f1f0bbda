// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Where the regions of a new index table begin. */
class KeySampleTest {
  private static final IndexSpec SPEC = IndexSpec.parse("city", "value f:city string");

  @Test
  void eachRegionGetsAboutAsManyKeys() throws Exception {
    List<List<Result>> regions = new ArrayList<>();
    for (int region = 0; region < 4; region++) {
      List<Result> rows = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        rows.add(row("r%d-%d".formatted(region, i), "c%03d".formatted(4 * i + region)));
      }
      regions.add(rows);
    }

    byte[][] splits = KeySample.splits(SPEC, regions);

    EntryCodec codec = new EntryCodec(SPEC);
    assertThat(splits)
        .isEqualTo(
            new byte[][] {
              codec.key(List.of(Bytes.toBytes("c025"))),
              codec.key(List.of(Bytes.toBytes("c050"))),
              codec.key(List.of(Bytes.toBytes("c075")))
            });
  }

  @Test
  void fewKeysOrOneRegionMakeOneRegion() {
    Result row = row("r", "Rome");

    assertThat(KeySample.splits(SPEC, List.of(List.of(row)))).isEmpty();
    assertThat(KeySample.splits(SPEC, List.of(List.of(row), List.of(row), List.of()))).isEmpty();
    assertThat(KeySample.splits(SPEC, List.of())).isEmpty();
  }

  @Test
  void saltedIndexHasARegionForEachBucket() {
    IndexSpec salted = IndexSpec.parse("city", "value f:city string salt=3");

    assertThat(KeySample.splits(salted, List.of(List.of(row("r", "Rome")))))
        .isEqualTo(new byte[][] {{1}, {2}});
  }

  private static Result row(String row, String city) {
    return Result.create(
        List.of(
            new KeyValue(
                Bytes.toBytes(row),
                Bytes.toBytes("f"),
                Bytes.toBytes("city"),
                1,
                Bytes.toBytes(city))));
  }
}
