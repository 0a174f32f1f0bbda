// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.admin.CheckTally.Count;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds keys of rows whose entry the index lacks, while writes go on, and inserts the entries on
 * demand.
 *
 * <p>An entry is missing if a row has the key, the index lacks the entry, and no write of the row
 * came in between. The newest cells do not show such a write: a put may hide a value, whose entry
 * then goes, and the deletion of that put shows the same value again, once it has inserted the
 * entry anew. The stored cells show both. (A major compaction of the region between two reads of
 * the row could hide them; the reads are milliseconds apart.)
 *
 * <p>Confined to a thread.
 */
final class MissingEntries {
  private static final int MOST_READS_OF_A_ROW = 5;

  private final VerifierTables tables;
  private final EntryCodec codec;
  private final RowKeyReader keys;
  private final CheckTally tally;
  private final boolean repair;

  /**
   * A key that a row had when it was read.
   *
   * @param read the row's indexed columns
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Expected(byte[] key, byte[] indexRow, byte[] row, Result read) {}

  /**
   * Finds nothing yet.
   *
   * @param repair whether to insert what is missing
   */
  MissingEntries(VerifierTables tables, IndexSpec spec, CheckTally tally, boolean repair) {
    this.tables = tables;
    this.codec = new EntryCodec(spec);
    this.keys = new RowKeyReader(spec);
    this.tally = tally;
    this.repair = repair;
  }

  /** Looks for the entries of rows that were read just now. */
  void find(List<Result> rows) throws IOException {
    List<Expected> expected = new ArrayList<>();
    for (Result row : rows) {
      expected.addAll(expected(row));
    }
    settle(absent(expected));
  }

  private List<Expected> expected(Result row) throws IOException {
    List<Expected> expected = new ArrayList<>();
    for (byte[] key : keys.keys(row)) {
      try {
        expected.add(new Expected(key, codec.entryRow(key, row.getRow()), row.getRow(), row));
      } catch (IndexKeyException e) {
        tally.found(
            Count.MISSING, "row " + IndexVerifier.text(row.getRow()) + ": " + e.getMessage());
      }
    }
    return expected;
  }

  /** The keys whose entry is not there, in the order of the index. */
  private List<Expected> absent(List<Expected> expected) throws IOException {
    List<Expected> sorted = new ArrayList<>(expected);
    sorted.sort(Comparator.comparing(Expected::indexRow, Bytes.BYTES_COMPARATOR));
    List<Expected> absent = new ArrayList<>();
    for (int from = 0; from < sorted.size(); from += IndexVerifier.PAGE) {
      List<Expected> page =
          sorted.subList(from, Math.min(sorted.size(), from + IndexVerifier.PAGE));
      List<OptionalLong> stamps = tables.stamps(page.stream().map(Expected::indexRow).toList());
      for (int i = 0; i < page.size(); i++) {
        if (stamps.get(i).isEmpty()) {
          absent.add(page.get(i));
        }
      }
    }
    return absent;
  }

  /** Reads the rows again: what has not changed is confirmed, and what has is looked at anew. */
  private void settle(List<Expected> candidates) throws IOException {
    List<Expected> open = candidates;
    for (int attempt = 1; !open.isEmpty(); attempt++) {
      NavigableMap<byte[], Result> again =
          IndexVerifier.read(tables, open.stream().map(Expected::row).toList());
      NavigableMap<byte[], Result> changed = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (Expected each : open) {
        Result now = again.get(each.row());
        if (RowKeyReader.isSame(each.read(), now)) {
          confirm(each);
        } else {
          changed.put(each.row(), now);
        }
      }
      if (attempt == MOST_READS_OF_A_ROW) {
        tally.add(Count.UNSETTLED, changed.size());
        return;
      }
      List<Expected> anew = new ArrayList<>();
      for (Result row : changed.values()) {
        anew.addAll(expected(row));
      }
      open = absent(anew);
    }
  }

  /** Looks once more, until no write of the row has come in between. */
  private void confirm(Expected each) throws IOException {
    for (int attempt = 1; attempt <= MOST_READS_OF_A_ROW; attempt++) {
      Result stored = tables.rawRow(each.row());
      if (!isLacking(each)) {
        return;
      }
      if (RowKeyReader.isSame(stored, tables.rawRow(each.row()))) {
        missing(each);
        return;
      }
    }
    tally.add(Count.UNSETTLED, 1);
  }

  /** Whether the row has the key, and the index then lacks the entry. */
  private boolean isLacking(Expected each) throws IOException {
    Result now = tables.rows(List.of(each.row())).get(0);
    return keys.keys(now).contains(each.key())
        && tables.stamps(List.of(each.indexRow())).get(0).isEmpty();
  }

  private void missing(Expected each) throws IOException {
    String what =
        "missing: row "
            + IndexVerifier.text(each.row())
            + ", entry "
            + IndexVerifier.text(each.indexRow());
    if (repair) {
      long stamp = tables.openSequenceId(each.row());
      if (stamp < 0) {
        what += "; not repaired: the sequence id of its region is unknown";
      } else {
        tables.insert(each.indexRow(), stamp);
        if (tables.stamps(List.of(each.indexRow())).get(0).isPresent()) {
          tally.add(Count.REPAIRED_MISSING, 1);
        } else {
          what +=
              "; not repaired: a delete marker hides it; move the row's region, or major compact the"
                  + " index table, and repair again";
        }
      }
    }
    tally.found(Count.MISSING, what);
  }
}
