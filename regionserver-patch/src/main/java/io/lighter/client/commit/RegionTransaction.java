// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static io.lighter.client.commit.RegionTransactions.text;

import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.BeginTransactionResponse;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.EndTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction on one region. Reads show the region as it was at BEGIN, without the transaction's
 * own writes. Writes are buffered, and sent by {@link #commit}. Confined to a thread.
 *
 * <p>The region forgets a transaction {@code lighter.transactions.max.age} after BEGIN, and when it
 * moves, is split or merged; then each call fails with {@link SnapshotGoneException}.
 */
public final class RegionTransaction implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RegionTransaction.class);

  private final RegionTransactions transactions;
  private final Table table;
  private final byte[] row;
  private final TransactionId id;
  private final byte[] startRow;
  private final byte[] endRow;
  private final NavigableSet<byte[]> readRows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
  private final List<ReadRange> readRanges = new ArrayList<>();
  private final List<Mutation> writes = new ArrayList<>();
  private final WrittenColumns written = new WrittenColumns();

  /** Whether the region may still have the snapshot. */
  private boolean open = true;

  private boolean closed;

  /**
   * Creates a transaction that has begun.
   *
   * @param table the table, which the transaction closes
   * @param row a row of the region
   */
  RegionTransaction(
      RegionTransactions transactions,
      Table table,
      byte[] row,
      TransactionId id,
      BeginTransactionResponse region) {
    this.transactions = transactions;
    this.table = table;
    this.row = row;
    this.id = id;
    this.startRow = region.getStartRow().toByteArray();
    this.endRow = region.getEndRow().toByteArray();
  }

  /** The id, as the region server's log shows it. */
  public TransactionId id() {
    return id;
  }

  /**
   * Reads a row of the snapshot. Any later change of the row, in any column, makes COMMIT fail.
   *
   * @return the row; empty if the snapshot has none
   * @throws SnapshotGoneException if the snapshot has ended
   * @throws DoNotRetryIOException if the row is in another region
   */
  public Result get(Get get) throws IOException {
    requireOpen();
    requireRow(get.getRow());
    readRows.add(get.getRow().clone());
    List<Result> results = read(new Scan(get).setOneRowLimit());
    return results.isEmpty() ? Result.EMPTY_RESULT : results.get(0);
  }

  /**
   * Reads a range of the snapshot, which must be part of the region. Any later change in the range,
   * of rows that a filter leaves out, too, makes COMMIT fail. A limit of the scan ends the range
   * behind the last row that is returned.
   *
   * @return the rows, at most {@value TransactionService#MOST_RANGE_ROWS}
   * @throws SnapshotGoneException if the snapshot has ended
   * @throws DoNotRetryIOException if the range has more rows or leaves the region, or if the scan
   *     is reversed, raw, or returns parts of rows
   */
  public List<Result> scan(Scan scan) throws IOException {
    requireOpen();
    requirePlain(scan);
    requireRange(scan);
    int most = TransactionService.MOST_RANGE_ROWS;
    boolean limited = scan.getLimit() > 0 && scan.getLimit() <= most;
    List<Result> results = read(new Scan(scan).setLimit(limited ? scan.getLimit() : most + 1));
    if (results.size() > most) {
      throw new DoNotRetryIOException(
          "rows of range %s = more than %d: expected at most %d"
              .formatted(range(scan), most, most));
    }
    boolean cut = limited && results.size() == scan.getLimit();
    byte[] stop = cut ? results.get(results.size() - 1).getRow() : scan.getStopRow();
    readRanges.add(
        ReadRange.newBuilder()
            .setStart(ByteString.copyFrom(scan.getStartRow()))
            .setIncludeStart(scan.includeStartRow())
            .setStop(ByteString.copyFrom(stop))
            .setIncludeStop(cut || scan.includeStopRow())
            .build());
    results.forEach(result -> readRows.add(result.getRow()));
    return results;
  }

  private List<Result> read(Scan scan) throws IOException {
    scan.setAttribute(TransactionService.ATTRIBUTE, id.bytes());
    scan.setConsistency(Consistency.STRONG);
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        results.add(result);
      }
    } catch (IOException e) {
      IOException reason = CallRetries.reason(e);
      throw isGone(reason) ? gone(reason) : reason;
    }
    return results;
  }

  /**
   * Buffers a put.
   *
   * @throws DoNotRetryIOException if its row is in another region, it has no columns or a
   *     durability of its own that no commit has, or a column was written before in this
   *     transaction
   */
  public void put(Put put) throws IOException {
    if (put.isEmpty()) {
      throw new DoNotRetryIOException(
          "columns of the put of row %s = 0: expected at least 1".formatted(text(put.getRow())));
    }
    write(new Put(put).setDurability(put.getDurability())); // which the copy lacks
  }

  /**
   * Buffers a deletion.
   *
   * @throws DoNotRetryIOException as {@link #put} does
   */
  public void delete(Delete delete) throws IOException {
    write(new Delete(delete).setDurability(delete.getDurability()));
  }

  private void write(Mutation mutation) throws IOException {
    requireOpen();
    requireRow(mutation.getRow());
    written.add(mutation);
    writes.add(mutation);
  }

  /**
   * Writes what was buffered, all or nothing, if nothing has changed that the transaction has read.
   * Whatever the outcome, the transaction has ended, unless the request itself was wrong or the
   * region server too busy.
   *
   * @throws TransactionConflictException if a read row or range has changed; nothing was written
   * @throws SnapshotGoneException if the snapshot has ended; nothing was written
   * @throws CommitRefusedException if the region server stays too busy; nothing was written, and
   *     the commit may be tried again until the snapshot ends
   * @throws CommitOutcomeUnknownException if no answer tells whether the transaction was written
   * @throws DoNotRetryIOException if nothing was buffered, if a write has another durability than
   *     {@code mode}, or if HBase refuses a write, for want of permission, say; nothing was written
   */
  public void commit(CommitMode mode) throws IOException {
    requireOpen();
    if (writes.isEmpty()) {
      throw new DoNotRetryIOException(
          "writes of the transaction = 0: expected at least 1; close a transaction that only reads");
    }
    for (Mutation write : writes) {
      requireDurability(write, mode);
    }
    commit(request(mode));
    open = false;
  }

  private void commit(CommitTransactionRequest request) throws IOException {
    CallRetries.Attempts attempts = transactions.attempts();
    boolean mayBeApplied = false; // by an attempt whose answer did not come
    while (true) {
      try {
        byte[] unused = transactions.call(table, row, Call.COMMIT, request);
        return;
      } catch (IOException e) {
        if (isGone(e)) {
          throw mayBeApplied ? unknown(e) : gone(e);
        }
        if (e instanceof DoNotRetryIOException) {
          open =
              !(e instanceof TransactionConflictException
                  || e instanceof CommitOutcomeUnknownException);
          throw e;
        }
        if (e instanceof CommitRefusedException) {
          if (!attempts.nextAfterRefusal()) {
            throw mayBeApplied ? unknown(e) : e;
          }
          continue;
        }
        mayBeApplied = true;
        if (CallRetries.isInterrupt(e) || !attempts.next()) {
          throw unknown(e);
        }
      }
    }
  }

  private CommitTransactionRequest request(CommitMode mode) throws IOException {
    CommitTransactionRequest.Builder request =
        CommitTransactionRequest.newBuilder()
            .setId(ByteString.copyFrom(id.bytes()))
            .setAsync(mode == CommitMode.ASYNC)
            .addAllReadRange(readRanges);
    readRows.forEach(read -> request.addReadRow(ByteString.copyFrom(read)));
    for (Mutation write : writes) {
      MutationType type = write instanceof Put ? MutationType.PUT : MutationType.DELETE;
      request.addMutation(ProtobufUtil.toMutation(type, write).toByteString());
    }
    return request.build();
  }

  /** Whether a region server said that it does not have the region, and did nothing. */
  private static boolean isGone(IOException e) {
    return e instanceof SnapshotGoneException
        || e instanceof NotServingRegionException
        || e instanceof RegionServerStoppedException;
  }

  private SnapshotGoneException gone(IOException e) {
    open = false;
    return e instanceof SnapshotGoneException same
        ? same
        : new SnapshotGoneException("region of " + id + " has moved", e);
  }

  private CommitOutcomeUnknownException unknown(IOException e) {
    open = false;
    return new CommitOutcomeUnknownException("no answer tells whether " + id + " was written", e);
  }

  private void requireOpen() throws SnapshotGoneException {
    if (!open) {
      throw new SnapshotGoneException(id + " has ended");
    }
  }

  private void requireRow(byte[] wanted) throws DoNotRetryIOException {
    if (!isInRegion(wanted)) {
      throw new DoNotRetryIOException(
          "row = %s: expected a row of the transaction's region, from %s to %s"
              .formatted(text(wanted), text(startRow), text(endRow)));
    }
  }

  private void requireRange(Scan scan) throws DoNotRetryIOException {
    byte[] stop = scan.getStopRow();
    boolean stopsInside =
        stop.length == 0
            ? endRow.length == 0
            : isInRegion(stop) || (Bytes.equals(stop, endRow) && !scan.includeStopRow());
    if (!isInRegion(scan.getStartRow()) || !stopsInside) {
      throw new DoNotRetryIOException(
          "range = %s: expected a part of the transaction's region, from %s to %s"
              .formatted(range(scan), text(startRow), text(endRow)));
    }
  }

  private static String range(Scan scan) {
    return "from %s to %s".formatted(text(scan.getStartRow()), text(scan.getStopRow()));
  }

  private boolean isInRegion(byte[] wanted) {
    return Bytes.compareTo(wanted, startRow) >= 0
        && (endRow.length == 0 || Bytes.compareTo(wanted, endRow) < 0);
  }

  private static void requirePlain(Scan scan) throws DoNotRetryIOException {
    if (scan.isReversed()
        || scan.isRaw()
        || scan.getBatch() > 0
        || scan.getAllowPartialResults()
        || scan.isNeedCursorResult()) {
      throw new DoNotRetryIOException(
          "scan = %s: expected one that is not reversed or raw, and returns whole rows"
              .formatted(scan));
    }
  }

  private static void requireDurability(Mutation write, CommitMode mode)
      throws DoNotRetryIOException {
    Durability own = write.getDurability();
    Durability same = mode == CommitMode.DURABLE ? Durability.SYNC_WAL : Durability.ASYNC_WAL;
    if (own != Durability.USE_DEFAULT && own != same) {
      throw new DoNotRetryIOException(
          "durability of the write of row %s = %s: expected USE_DEFAULT or %s in a commit that is %s"
              .formatted(text(write.getRow()), own, same, mode));
    }
  }

  /** Ends the transaction; without a commit, nothing is written. Idempotent. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (open) {
      open = false;
      end();
    }
    table.close();
  }

  /** Ends the snapshot at once; it would end by its age. */
  private void end() {
    EndTransactionRequest request =
        EndTransactionRequest.newBuilder().setId(ByteString.copyFrom(id.bytes())).build();
    try {
      byte[] unused = transactions.call(table, row, Call.END, request);
    } catch (IOException e) {
      LOG.debug("snapshot ends by its age: {}", id, e);
    }
  }
}
