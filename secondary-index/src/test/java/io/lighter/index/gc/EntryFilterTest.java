// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import static io.lighter.index.gc.LiveSetFixture.SPEC;
import static io.lighter.index.gc.LiveSetFixture.bytes;
import static io.lighter.index.gc.LiveSetFixture.cell;
import static io.lighter.index.gc.LiveSetFixture.entry;
import static io.lighter.index.gc.LiveSetFixture.header;
import static io.lighter.index.gc.LiveSetFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class EntryFilterTest {
  private static final long F = 100;

  @Test
  void staleEntryGoesAndALiveOneStays() throws Exception {
    EntryFilter filter = filter(read(bytes(header("", "", F), "rome", "r")));

    assertThat(kept(filter, cell("oslo", "r", F), cell("rome", "r", F)))
        .containsExactly(cell("rome", "r", F));
    assertThat(filter.dropped()).isEqualTo(1);
  }

  /** Without F, entries of later writes would go. */
  @Test
  void entryAboveTheSequenceIdStays() throws Exception {
    EntryFilter filter = filter(read(bytes(header("", "", F), "rome", "r")));

    assertThat(kept(filter, cell("oslo", "r", F + 1))).hasSize(1);
    assertThat(filter.tooNew()).isEqualTo(1);
    assertThat(filter.dropped()).isZero();
  }

  @Test
  void eachVersionIsJudgedByItsOwnStamp() throws Exception {
    EntryFilter filter = filter(read(bytes(header("", "", F))));

    assertThat(kept(filter, cell("oslo", "r", F + 1), cell("oslo", "r", F), cell("oslo", "r", 3)))
        .containsExactly(cell("oslo", "r", F + 1));
  }

  @Test
  void entryOfARowThatNoSetCoversStays() throws Exception {
    EntryFilter filter = filter(read(bytes(header("a", "m", F))));

    assertThat(kept(filter, cell("oslo", "m", 1), cell("oslo", "b", 1)))
        .containsExactly(cell("oslo", "m", 1));
  }

  @Test
  void newestSetOfARowCounts() throws Exception {
    LiveSet parent = read(bytes(header("", "", F), "oslo", "b", "oslo", "x"));
    LiveSet daughter = read(bytes(header("", "m", F + 50), "rome", "b"));
    EntryFilter filter = filter(daughter, parent);

    assertThat(
            kept(
                filter,
                cell("oslo", "b", F),
                cell("oslo", "x", F),
                cell("paris", "b", F + 20),
                cell("rome", "b", F)))
        .containsExactly(cell("oslo", "x", F), cell("rome", "b", F));
  }

  /** HBase decides which delete markers and masked entries go. */
  @Test
  void deleteMarkersAndForeignRowsStay() throws Exception {
    EntryFilter filter = filter(read(bytes(header("", "", F))));
    Cell marker = cell(entry("oslo", "r"), F, KeyValue.Type.DeleteColumn);
    Cell foreign = cell(Bytes.toBytes("no entry"), F, KeyValue.Type.Put);

    assertThat(kept(filter, foreign, marker)).containsExactly(foreign, marker);
  }

  /** Its stamp is that of the region's opening, which F may exceed. */
  @Test
  void entryThatARepairInsertedStays() throws Exception {
    EntryFilter filter = filter(read(bytes(header("", "", F))));
    Cell repaired =
        new KeyValue(
            entry("oslo", "r"),
            IndexNames.family(),
            IndexNames.qualifier(),
            F - 1,
            KeyValue.Type.Put,
            IndexNames.repaired());

    assertThat(kept(filter, repaired)).containsExactly(repaired);
  }

  @Test
  void laterSetOfOtherRowsLeavesTheRestToTheEarlierOne() throws Exception {
    LiveSet all = read(bytes(header("", "", F)));
    LiveSet middle = read(bytes(header("f", "k", F + 1), "oslo", "g"));
    LiveSets sets = new LiveSets(List.of(middle, all));

    assertThat(sets.covering(Bytes.toBytes("e"))).contains(all);
    assertThat(sets.covering(Bytes.toBytes("f"))).contains(middle);
    assertThat(sets.covering(Bytes.toBytes("k"))).contains(all);
  }

  private static EntryFilter filter(LiveSet... sets) {
    return new EntryFilter(SPEC, new LiveSets(List.of(sets)));
  }

  private static List<Cell> kept(EntryFilter filter, Cell... cells) throws IOException {
    List<Cell> rest = new ArrayList<>(List.of(cells));
    filter.cells(rest);
    return rest;
  }
}
