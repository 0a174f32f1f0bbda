// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Checks and repairs of tables in memory. */
class IndexVerifierTest {
  private static final IndexSpec SPEC = IndexSpec.parse("city", "value f:city string");
  private static final byte[] F = bytes("f");

  private final Tables tables = new Tables();

  @Test
  void consistentIndexHasNoFindings() throws IOException {
    for (int i = 0; i < 2500; i++) {
      tables.put("r%04d".formatted(i), "c" + i % 7);
    }

    CheckReport report = check(false);

    assertThat(report).isEqualTo(new CheckReport(2500, 2500, 0, 0, 0, 0, 0, 0, List.of()));
    assertThat(report.isConsistent()).isTrue();
  }

  /** A bulk load has inserted entries of rows that are not there yet. */
  @Test
  void repairRemovesNothingWhileTheTableIsHeld() throws IOException {
    tables.put("r2", "Oslo");
    tables.put("r2", "Bern");
    tables.held = true;

    CheckReport report = check(true);

    assertThat(report.stale()).isEqualTo(1);
    assertThat(report.repairedStale()).isZero();
    assertThat(report.examples().get(0)).contains("kept: a bulk load is under way");
  }

  @Test
  void missingStaleAndForeignEntriesAreFound() throws IOException {
    tables.put("r1", "Rome");
    tables.put("r2", "Oslo");
    tables.put("r2", "Bern"); // the entry of Oslo is stale
    tables.entries.remove(entry("Rome", "r1"));
    tables.entries.put(bytes("nonsense"), 1L);

    CheckReport report = check(false);

    assertThat(report.missing()).isEqualTo(1);
    assertThat(report.stale()).isEqualTo(1);
    assertThat(report.foreign()).isEqualTo(1);
    assertThat(report.isConsistent()).isFalse();
    assertThat(report.examples())
        .anyMatch(each -> each.startsWith("missing: row 'r1'"))
        .anyMatch(each -> each.startsWith("stale: entry 'Oslo"))
        .anyMatch(each -> each.startsWith("foreign: index row 'nonsense'"));
    assertThat(tables.entries).as("nothing is repaired").hasSize(3);
  }

  /** The row loses its key, and then the entry, between the scan and the look at the entry. */
  @Test
  void rowThatChangesDuringTheCheckIsNotMissing() throws IOException {
    tables.put("r1", "Rome");
    tables.beforeStamps =
        () -> {
          tables.put("r1", "Oslo");
          tables.entries.remove(entry("Rome", "r1"));
          tables.beforeStamps = () -> {};
        };

    CheckReport report = check(false);

    assertThat(report.missing()).isZero();
    assertThat(report.unsettled()).isZero();
  }

  /**
   * Another put hides the value, whose entry goes; then that put is deleted, and the entry is back.
   */
  @Test
  void valueThatWasHiddenForAMomentIsNotMissing() throws IOException {
    tables.put("r1", "Rome");
    tables.beforeStamps = () -> tables.entries.remove(entry("Rome", "r1"));
    tables.beforeRows = () -> tables.beforeStamps = () -> tables.put("r1", "Rome");

    CheckReport report = check(false);

    assertThat(report.missing()).isZero();
    assertThat(report.unsettled()).isZero();
  }

  @Test
  void valueThatIsHiddenAgainAndAgainIsUnsettled() throws IOException {
    tables.put("r1", "Rome");
    tables.beforeStamps =
        () -> {
          tables.entries.remove(entry("Rome", "r1"));
          tables.hideForAMoment("r1");
        };

    CheckReport report = check(false);

    assertThat(report.missing()).isZero();
    assertThat(report.unsettled()).isEqualTo(1);
  }

  @Test
  void rowThatNeverStandsStillIsUnsettled() throws IOException {
    tables.put("r1", "0");
    tables.beforeStamps =
        () -> {
          String before = tables.city("r1");
          tables.put("r1", before + "0");
          tables.entries.remove(entry(before, "r1"));
        };

    assertThat(check(false).unsettled()).isEqualTo(1);
  }

  @Test
  void missingEntryIsInsertedWithTheStampOfTheOpening() throws IOException {
    tables.put("r1", "Rome");
    tables.entries.remove(entry("Rome", "r1"));
    tables.opened = 77;

    CheckReport report = check(true);

    assertThat(report.missing()).isEqualTo(1);
    assertThat(report.repairedMissing()).isEqualTo(1);
    assertThat(report.isConsistent()).isTrue();
    assertThat(tables.entries.get(entry("Rome", "r1"))).isEqualTo(77);
  }

  @Test
  void repairThatADeleteMarkerHidesIsReported() throws IOException {
    tables.put("r1", "Rome");
    tables.entries.remove(entry("Rome", "r1"));
    tables.opened = 77;
    tables.markers.put(entry("Rome", "r1"), 1_700_000_000_000L);

    CheckReport report = check(true);

    assertThat(report.repairedMissing()).isZero();
    assertThat(report.isConsistent()).isFalse();
    assertThat(report.examples().get(0)).contains("a delete marker hides it");
  }

  @Test
  void regionWithoutASequenceIdIsNotRepaired() throws IOException {
    tables.put("r1", "Rome");
    tables.entries.remove(entry("Rome", "r1"));
    tables.opened = -1;

    assertThat(check(true).examples().get(0)).contains("sequence id of its region is unknown");
    assertThat(tables.entries).isEmpty();
  }

  @Test
  void staleEntryIsRemovedUpToTheOpening() throws IOException {
    tables.put("r1", "Oslo");
    tables.forgetPuts("r1");
    tables.put("r1", "Rome");
    tables.opened = 77;

    CheckReport report = check(true);

    assertThat(report.repairedStale()).isEqualTo(1);
    assertThat(tables.entries).containsOnlyKeys(entry("Rome", "r1"));
    assertThat(tables.markers.get(entry("Oslo", "r1"))).isEqualTo(77);
  }

  /** A compaction may bring the cell back without a write. */
  @Test
  void staleEntryStaysWhileAStoredCellHasItsKey() throws IOException {
    tables.put("r1", "Oslo");
    tables.put("r1", "Rome");
    tables.opened = 77;

    CheckReport report = check(true);

    assertThat(report.repairedStale()).isZero();
    assertThat(report.examples().get(0)).contains("kept: a stored cell of the row has its key");
    assertThat(tables.entries).containsKey(entry("Oslo", "r1"));
  }

  /** Its write may not have ended: the region inserts the entry before the row is visible. */
  @Test
  void entryOfTheCurrentOpeningIsLeftAlone() throws IOException {
    tables.entries.put(entry("Oslo", "r1"), 78L);
    tables.opened = 77;

    CheckReport report = check(true);

    assertThat(report.repairedStale()).isZero();
    assertThat(tables.entries).containsKey(entry("Oslo", "r1"));
  }

  /** The writer's insertion has a higher stamp than the removal. */
  @Test
  void writeOfTheKeyDuringTheRepairSurvives() throws IOException {
    tables.put("r1", "Oslo");
    tables.forgetPuts("r1");
    tables.put("r1", "Rome");
    tables.opened = 77;
    tables.afterRaw = () -> tables.putAt("r1", "Oslo", 90);

    check(true);

    assertThat(tables.entries.get(entry("Oslo", "r1"))).isEqualTo(90);
  }

  private CheckReport check(boolean repair) throws IOException {
    return new IndexVerifier(tables, SPEC, repair).check();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] entry(String city, String row) {
    try {
      EntryCodec codec = new EntryCodec(SPEC);
      return codec.entryRow(codec.key(List.of(bytes(city))), bytes(row));
    } catch (IndexKeyException e) {
      throw new AssertionError(e);
    }
  }

  /** A data table with one column, and its index with stamps and delete markers. */
  private static final class Tables implements VerifierTables {
    /** Whether the data table is held. */
    boolean held;

    @Override
    public boolean isHeld() {
      return held;
    }

    private final NavigableMap<byte[], List<Cell>> stored = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    private final NavigableMap<byte[], Long> entries = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    private final NavigableMap<byte[], Long> markers = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    private long opened = 50;
    private long time;
    private Runnable beforeStamps = () -> {};
    private Runnable beforeRows = () -> {};
    private Runnable afterRaw = () -> {};

    /** Writes a row before the opening; the entry of its old key stays. */
    private void put(String row, String city) {
      putAt(row, city, 10);
    }

    private void putAt(String row, String city, long stamp) {
      List<Cell> puts = stored.computeIfAbsent(bytes(row), each -> new ArrayList<>());
      puts.add(
          0,
          CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
              .setRow(bytes(row))
              .setFamily(F)
              .setQualifier(bytes("city"))
              .setTimestamp(++time)
              .setType(Cell.Type.Put)
              .setValue(bytes(city))
              .build());
      write(entry(city, row), stamp);
    }

    private String city(String row) {
      return Bytes.toString(newest(bytes(row)).value());
    }

    /** Adds the marker of a deleted put. */
    private void hideForAMoment(String row) {
      stored
          .get(bytes(row))
          .add(
              CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                  .setRow(bytes(row))
                  .setFamily(F)
                  .setQualifier(bytes("city"))
                  .setTimestamp(++time)
                  .setType(Cell.Type.Delete)
                  .build());
    }

    /** What a compaction does to superseded cells. */
    private void forgetPuts(String row) {
      stored.get(bytes(row)).clear();
    }

    private void write(byte[] indexRow, long stamp) {
      if (stamp > markers.getOrDefault(indexRow, 0L)) {
        entries.merge(indexRow, stamp, Math::max);
      }
    }

    private Result newest(byte[] row) {
      List<Cell> puts = stored.getOrDefault(row, List.of());
      return puts.isEmpty() ? Result.EMPTY_RESULT : Result.create(List.of(puts.get(0)));
    }

    @Override
    public List<Result> scanRows(byte[] start, int limit) {
      return stored.tailMap(start, true).keySet().stream()
          .map(this::newest)
          .filter(row -> !row.isEmpty())
          .limit(limit)
          .toList();
    }

    @Override
    public List<StampedRow> scanEntries(byte[] start, int limit) {
      return entries.tailMap(start, true).entrySet().stream()
          .map(entry -> new StampedRow(entry.getKey(), entry.getValue()))
          .limit(limit)
          .toList();
    }

    @Override
    public List<OptionalLong> stamps(List<byte[]> indexRows) {
      assertThat(indexRows).isSortedAccordingTo(Bytes.BYTES_COMPARATOR);
      beforeStamps.run();
      return indexRows.stream()
          .map(
              row ->
                  entries.containsKey(row)
                      ? OptionalLong.of(entries.get(row))
                      : OptionalLong.empty())
          .toList();
    }

    @Override
    public List<Result> rows(List<byte[]> rows) {
      beforeRows.run();
      return rows.stream().map(this::newest).toList();
    }

    @Override
    public Result rawRow(byte[] row) {
      Result raw = Result.create(List.copyOf(stored.getOrDefault(row, List.of())));
      afterRaw.run();
      return raw;
    }

    @Override
    public long openSequenceId(byte[] row) {
      return opened;
    }

    @Override
    public void insert(byte[] indexRow, long stamp) {
      write(indexRow, stamp);
    }

    @Override
    public void remove(byte[] indexRow, long upTo) {
      markers.merge(indexRow, upTo, Math::max);
      entries.computeIfPresent(indexRow, (row, stamp) -> stamp <= upTo ? null : stamp);
    }
  }
}
