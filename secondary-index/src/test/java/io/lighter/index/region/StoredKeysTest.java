// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Keys of stored rows for which a build needs entries. */
class StoredKeysTest {
  private static final IndexSpec SPEC = IndexSpec.parse("city", "value f:city string");

  private int visibleReads;

  @Test
  void newestPutIsTheKeyOfARowWithoutMarkers() throws Exception {
    assertThat(keys("", Cells.of("put city 20 seq=2 Rome\nput city 10 seq=1 Oslo")))
        .containsExactly("Rome");
    assertThat(visibleReads).isZero(); // raw cells tell all
  }

  /** The mutant "keys of visible cells only" fails here. */
  @Test
  void putBehindAnOlderMarkerMayShow() throws Exception {
    String raw = "delete-column city 30 seq=1\nput city 10 seq=2 Rome";

    assertThat(keys("", Cells.of(raw))).containsExactly("Rome");
  }

  @Test
  void deletedPutHasNoKey() throws Exception {
    assertThat(keys("", Cells.of("delete-column city 30 seq=2\nput city 10 seq=1 Rome"))).isEmpty();
  }

  /** With HBase's new version behavior a marker hides older writes only. */
  @Test
  void whatHbaseShowsCountsWhateverTheMarkersSay() throws Exception {
    String raw = "delete-column city 30 seq=9\nput city 10 seq=2 Rome";

    assertThat(keys("put city 10 seq=2 Rome", Cells.of(raw))).containsExactly("Rome");
  }

  /** The mutant "cells that expire are cells like others" fails here. */
  @Test
  void cellThatExpiresUncoversOlderOnes() throws Exception {
    List<Cell> raw = new ArrayList<>(Cells.of("put city 10 seq=1 Oslo"));
    Cell newest = Cells.of("put city 20 seq=2 Rome").get(0);
    List<Tag> ttl = List.of(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(60_000L)));
    raw.add(0, PrivateCellUtil.createCell(newest, ttl));

    assertThat(keys("", raw)).containsExactly("Oslo", "Rome");
  }

  private List<String> keys(String visible, List<Cell> raw) throws IOException, IndexKeyException {
    StoredKeys stored =
        new StoredKeys(
            SPEC,
            new IndexedRegion.Cells() {
              @Override
              public void enter() {}

              @Override
              public void leave() {}

              @Override
              public List<Cell> visible(byte[] row) {
                visibleReads++;
                return Cells.of(visible);
              }

              @Override
              public List<Cell> raw(byte[] row, byte[] family) {
                throw new AssertionError("raw cells are known");
              }
            });
    List<String> keys = new ArrayList<>();
    for (byte[] key : stored.of(Cells.ROW, raw)) {
      keys.add(Bytes.toString(new EntryCodec(SPEC).values(key).get(0)));
    }
    return keys;
  }
}
