// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * What a commit locks, checks and writes, after a request was found to be one that the region can
 * run. Immutable, except for HBase's mutations.
 *
 * @param rows the rows of the read set and of the writes, in the order in which they are locked
 * @param readRows rows that must not have changed
 * @param readRanges ranges in which no row may have changed
 * @param stampedRows rows to which the region server gives the time of a write
 * @param writes what is written, with ASYNC_WAL or, without a log, with SKIP_WAL
 * @param async whether the answer may come before the transaction is durable
 * @param journal what makes it durable
 */
record CommitPlan(
    NavigableSet<byte[]> rows,
    NavigableSet<byte[]> readRows,
    List<ReadRange> readRanges,
    NavigableSet<byte[]> stampedRows,
    List<Mutation> writes,
    boolean async,
    CommitJournal journal) {
  /** Most rows that a commit locks. */
  static final int MOST_ROWS = 10_000;

  /** Most ranges of a read set. */
  static final int MOST_RANGES = 100;

  /**
   * Checks a request.
   *
   * @throws DoNotRetryIOException if the region can never run it: key, value, what is allowed
   */
  static CommitPlan of(CommitTransactionRequest request, RegionInfo region, CommitJournal journal)
      throws IOException {
    requireAtMost("ranges of the read set", request.getReadRangeCount(), MOST_RANGES);
    requireAtMost("rows of the read set", request.getReadRowCount(), MOST_ROWS);
    requireAtMost("writes of the transaction", request.getMutationCount(), MOST_ROWS);
    if (request.getMutationCount() == 0) {
      throw new DoNotRetryIOException("writes of the transaction = 0: expected at least 1");
    }
    NavigableSet<byte[]> readRows = newRows();
    for (ByteString row : request.getReadRowList()) {
      readRows.add(requireRow(region, row.toByteArray()));
    }
    for (ReadRange range : request.getReadRangeList()) {
      requireRange(region, range);
    }
    NavigableSet<byte[]> rows = newRows();
    rows.addAll(readRows);
    NavigableSet<byte[]> stampedRows = newRows();
    List<Mutation> writes = new ArrayList<>();
    for (ByteString bytes : request.getMutationList()) {
      Mutation write = mutation(bytes);
      rows.add(requireRow(region, write.getRow()));
      requireDurability(write, request.getAsync(), journal);
      if (isStamped(write)) {
        stampedRows.add(write.getRow());
      }
      writes.add(write.setDurability(writtenWith(journal)));
    }
    requireAtMost("rows of the transaction", rows.size(), MOST_ROWS);
    return new CommitPlan(
        rows,
        readRows,
        request.getReadRangeList(),
        stampedRows,
        writes,
        request.getAsync(),
        journal);
  }

  private static Durability writtenWith(CommitJournal journal) {
    return switch (journal) {
      case WAL -> Durability.ASYNC_WAL; // the commit syncs, after its locks
      case FLUSH -> Durability.SKIP_WAL;
    };
  }

  private static NavigableSet<byte[]> newRows() {
    return new TreeSet<>(Bytes.BYTES_COMPARATOR);
  }

  private static Mutation mutation(ByteString bytes) throws IOException {
    try {
      MutationProto proto = MutationProto.parseFrom(bytes);
      return switch (proto.getMutateType()) {
        case PUT -> ProtobufUtil.toPut(proto);
        case DELETE -> ProtobufUtil.toDelete(proto);
        case APPEND, INCREMENT ->
            throw new DoNotRetryIOException(
                "write = %s: expected PUT or DELETE".formatted(proto.getMutateType()));
      };
    } catch (InvalidProtocolBufferException | RuntimeException e) { // HBase's, of a row or a cell
      throw new DoNotRetryIOException("write = no mutation of HBase's: expected one", e);
    }
  }

  private static boolean isStamped(Mutation write) {
    if (write.getFamilyCellMap().isEmpty()) {
      return write.getTimestamp() == HConstants.LATEST_TIMESTAMP;
    }
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
          return true;
        }
      }
    }
    return false;
  }

  private static void requireAtMost(String what, int number, int most)
      throws DoNotRetryIOException {
    if (number > most) {
      throw new DoNotRetryIOException("%s = %d: expected at most %d".formatted(what, number, most));
    }
  }

  private static byte[] requireRow(RegionInfo region, byte[] row) throws DoNotRetryIOException {
    if (!region.containsRow(row)) {
      throw new DoNotRetryIOException(
          "row = '%s': expected a row of region %s, from '%s' to '%s'"
              .formatted(
                  Bytes.toStringBinary(row),
                  region.getEncodedName(),
                  Bytes.toStringBinary(region.getStartKey()),
                  Bytes.toStringBinary(region.getEndKey())));
    }
    return row;
  }

  private static void requireRange(RegionInfo region, ReadRange range)
      throws DoNotRetryIOException {
    byte[] stop = range.getStop().toByteArray();
    byte[] end = region.getEndKey();
    boolean stopsInside =
        stop.length == 0
            ? end.length == 0
            : region.containsRow(stop) || (Bytes.equals(stop, end) && !range.getIncludeStop());
    if (!stopsInside || !region.containsRow(range.getStart().toByteArray())) {
      throw new DoNotRetryIOException(
          "range = %s: expected a part of region %s, from '%s' to '%s'"
              .formatted(
                  text(range),
                  region.getEncodedName(),
                  Bytes.toStringBinary(region.getStartKey()),
                  Bytes.toStringBinary(end)));
    }
  }

  private static void requireDurability(Mutation write, boolean async, CommitJournal journal)
      throws DoNotRetryIOException {
    Durability own = write.getDurability();
    if (own == Durability.USE_DEFAULT) {
      return;
    }
    Durability same = async ? Durability.ASYNC_WAL : Durability.SYNC_WAL;
    if (journal == CommitJournal.FLUSH) {
      throw new DoNotRetryIOException(
          "durability of the write of row '%s' = %s: expected USE_DEFAULT with %s = %s"
              .formatted(
                  Bytes.toStringBinary(write.getRow()),
                  own,
                  LighterOption.COMMIT_JOURNAL.key(),
                  journal.value()));
    }
    if (own != same) {
      throw new DoNotRetryIOException(
          "durability of the write of row '%s' = %s: expected USE_DEFAULT or %s, as the commit's"
              .formatted(Bytes.toStringBinary(write.getRow()), own, same));
    }
  }

  /** The rows of a range, for people. */
  static String text(ReadRange range) {
    return "from '%s' to '%s'"
        .formatted(
            Bytes.toStringBinary(range.getStart().toByteArray()),
            Bytes.toStringBinary(range.getStop().toByteArray()));
  }
}
