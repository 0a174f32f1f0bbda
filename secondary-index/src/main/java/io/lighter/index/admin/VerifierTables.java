// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Result;

/** The two tables of an index as {@link IndexVerifier} reads and repairs them. */
interface VerifierTables {
  /** An index row and the stamp of its entry. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record StampedRow(byte[] indexRow, long stamp) {}

  /**
   * Reads data rows in order, with the indexed columns only.
   *
   * @param start the first row
   * @param limit most rows; the answer has fewer only at the end of the table
   */
  List<Result> scanRows(byte[] start, int limit) throws IOException;

  /**
   * Reads index rows in order.
   *
   * @param start the first row
   * @param limit most rows; the answer has fewer only at the end of the table
   */
  List<StampedRow> scanEntries(byte[] start, int limit) throws IOException;

  /** The stamps of index rows; empty where there is no entry. */
  List<OptionalLong> stamps(List<byte[]> indexRows) throws IOException;

  /** The newest visible cells of the indexed columns of rows. */
  List<Result> rows(List<byte[]> rows) throws IOException;

  /** All cells of the indexed family of a row that are stored, deleted ones included. */
  Result rawRow(byte[] row) throws IOException;

  /**
   * The sequence id with which the region of a row was opened, as {@code hbase:meta} has it.
   *
   * @return at least the id of every write before the opening, and less than the stamp of every
   *     write after it; negative if unknown
   */
  long openSequenceId(byte[] row) throws IOException;

  /**
   * Whether the data table is held, so that nothing may be removed. If it is not, each entry that a
   * later hold needs is stamped above all that {@link #openSequenceId} has returned before.
   */
  boolean isHeld() throws IOException;

  /** Inserts an entry with a stamp. */
  void insert(byte[] indexRow, long stamp) throws IOException;

  /** Removes an entry, if its stamp is at most {@code upTo}. */
  void remove(byte[] indexRow, long upTo) throws IOException;
}
