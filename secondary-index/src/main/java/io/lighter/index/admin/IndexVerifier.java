// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.admin.CheckTally.Count;
import io.lighter.index.client.IndexNotReadyException;
import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.UnknownIndexException;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Compares an index with its table, while writes go on, and repairs the index on demand. Reads both
 * tables once, and the partner of each row or entry in sorted batches.
 *
 * <p><b>Missing.</b> {@link MissingEntries} says when an entry counts as missing.
 *
 * <p><b>Repair.</b> A stamp of an entry is the next sequence id of the data row's region. The
 * sequence id S with which the region was opened is at least that of each earlier write, and less
 * than the stamp of each later one. So writes may go on:
 *
 * <ul>
 *   <li>A missing entry is inserted with the stamp S. No removal of a write before the opening
 *       reaches S, and the removal of any later write does.
 *   <li>A stale entry is removed up to S, if none of the row's stored puts has the key. S is looked
 *       up before the puts are read, so each write with a stamp up to S has ended by then. A later
 *       write of the key has a higher stamp, which the removal leaves alone.
 * </ul>
 *
 * <p>An entry that is stamped above S is not removed, nor one whose key a deleted cell still has: a
 * compaction may bring that cell back. An inserted entry may be hidden by a delete marker that was
 * written since the opening, or with a time of the clock. It counts as missing then; after the
 * region has moved, or after a major compaction of the index table, another repair succeeds.
 *
 * <p>Confined to a thread.
 */
public final class IndexVerifier {
  static final int PAGE = 1000;

  private final VerifierTables tables;
  private final EntryCodec codec;
  private final RowKeyReader keys;
  private final boolean repair;
  private final CheckTally tally = new CheckTally();
  private final MissingEntries missing;

  IndexVerifier(VerifierTables tables, IndexSpec spec, boolean repair) {
    this.tables = tables;
    this.codec = new EntryCodec(spec);
    this.keys = new RowKeyReader(spec);
    this.repair = repair;
    this.missing = new MissingEntries(tables, spec, tally, repair);
  }

  /**
   * Checks an index.
   *
   * @param repair whether to insert missing entries and to remove stale ones
   * @throws UnknownIndexException if there is no such index
   * @throws IndexNotReadyException if lookups must not read the index
   * @throws IOException if a table cannot be read or written
   */
  public static CheckReport check(
      Connection connection, TableName table, String index, boolean repair) throws IOException {
    IndexCluster cluster = new HBaseIndexCluster(connection);
    TableDescriptor data =
        cluster.descriptor(table).orElseThrow(() -> new TableNotFoundException(table));
    Map<String, String> definitions = IndexSpecs.definitions(data);
    if (!definitions.containsKey(index)) {
      throw new UnknownIndexException(table, index, definitions.keySet());
    }
    Optional<String> problem =
        IndexProblem.of(data, cluster.descriptor(IndexNames.indexTable(table, index)), index);
    if (problem.isPresent()) {
      throw new IndexNotReadyException(table, index, problem.get());
    }
    IndexSpec spec = IndexSpec.parse(index, definitions.get(index));
    try (HBaseVerifierTables tables = new HBaseVerifierTables(connection, table, spec)) {
      return new IndexVerifier(tables, spec, repair).check();
    }
  }

  CheckReport check() throws IOException {
    checkRows();
    checkEntries();
    return tally.report();
  }

  private void checkRows() throws IOException {
    byte[] start = HConstants.EMPTY_START_ROW;
    while (true) {
      List<Result> rows = tables.scanRows(start, PAGE);
      tally.add(Count.ROWS, rows.size());
      missing.find(rows);
      if (rows.size() < PAGE) {
        return;
      }
      start = behind(rows.get(rows.size() - 1).getRow());
    }
  }

  private void checkEntries() throws IOException {
    byte[] start = HConstants.EMPTY_START_ROW;
    while (true) {
      List<VerifierTables.StampedRow> page = tables.scanEntries(start, PAGE);
      tally.add(Count.ENTRIES, page.size());
      checkEntries(page);
      if (page.size() < PAGE) {
        return;
      }
      start = behind(page.get(page.size() - 1).indexRow());
    }
  }

  private void checkEntries(List<VerifierTables.StampedRow> page) throws IOException {
    Map<VerifierTables.StampedRow, EntryCodec.Entry> entries = new LinkedHashMap<>();
    for (VerifierTables.StampedRow each : page) {
      try {
        entries.put(each, codec.decode(each.indexRow()));
      } catch (IndexKeyException e) {
        tally.found(
            Count.FOREIGN, "foreign: index row " + text(each.indexRow()) + ": " + e.getMessage());
      }
    }
    NavigableMap<byte[], Result> rows =
        read(tables, entries.values().stream().map(EntryCodec.Entry::row).toList());
    for (Map.Entry<VerifierTables.StampedRow, EntryCodec.Entry> each : entries.entrySet()) {
      EntryCodec.Entry entry = each.getValue();
      if (!keys.keys(rows.get(entry.row())).contains(entry.key())) {
        stale(each.getKey(), entry);
      }
    }
  }

  private void stale(VerifierTables.StampedRow stamped, EntryCodec.Entry entry) throws IOException {
    String kept = "";
    if (repair) {
      long opened = tables.openSequenceId(entry.row()); // before the stored puts are read
      if (stamped.stamp() > opened) {
        kept = "; kept: written since its region was opened";
      } else if (tables.isHeld()) { // looked up after S
        kept = "; kept: a bulk load is under way, or was cut short";
      } else if (keys.possibleKeys(tables.rawRow(entry.row()))
          .map(possible -> possible.contains(entry.key()))
          .orElse(true)) {
        kept = "; kept: a stored cell of the row has its key";
      } else {
        tables.remove(stamped.indexRow(), opened);
        tally.add(Count.REPAIRED_STALE, 1);
      }
    }
    tally.found(
        Count.STALE,
        "stale: entry %s of row %s%s".formatted(text(stamped.indexRow()), text(entry.row()), kept));
  }

  /** Reads rows, each once. */
  static NavigableMap<byte[], Result> read(VerifierTables tables, List<byte[]> rows)
      throws IOException {
    NavigableSet<byte[]> sorted = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    sorted.addAll(rows);
    List<byte[]> distinct = List.copyOf(sorted);
    NavigableMap<byte[], Result> read = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int from = 0; from < distinct.size(); from += PAGE) {
      List<byte[]> page = distinct.subList(from, Math.min(distinct.size(), from + PAGE));
      List<Result> results = tables.rows(page);
      for (int i = 0; i < page.size(); i++) {
        read.put(page.get(i), results.get(i));
      }
    }
    return read;
  }

  private static byte[] behind(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  static String text(byte[] row) {
    return "'" + Bytes.toStringBinary(row) + "'";
  }
}
