// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import com.google.protobuf.ServiceException;
import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.BeginTransactionRequest;
import io.lighter.common.protocol.LighterProtos.BeginTransactionResponse;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;

/**
 * Begins transactions on single regions of tables that name {@code RegionTransactionEndpoint} as a
 * coprocessor. Thread-safe; a transaction itself is not.
 *
 * <p>A loop around a transaction:
 *
 * <pre>{@code
 * try (RegionTransactions transactions = RegionTransactions.connect(conf)) {
 *   for (boolean done = false; !done; ) {
 *     try (RegionTransaction transaction = transactions.begin(table, row)) {
 *       Result result = transaction.get(new Get(row));
 *       transaction.put(change(result));
 *       transaction.commit(CommitMode.DURABLE);
 *       done = true;
 *     } catch (TransactionConflictException | SnapshotGoneException e) {
 *       pause(); // nothing was written: begin again
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>The object has a connection of its own, on which HBase's client makes one attempt for each
 * call. A commit that HBase's client repeated could be refused although its first attempt was
 * applied.
 */
public final class RegionTransactions implements Closeable {
  private final Connection connection;
  private final CallRetries retries;
  private final MonotonicClock clock = MonotonicClock.system();

  RegionTransactions(Connection connection, CallRetries retries) {
    this.connection = connection;
    this.retries = retries;
  }

  /**
   * Connects to a cluster.
   *
   * @param conf settings of HBase's client; its numbers of retries, pauses and time-outs hold for
   *     BEGIN and COMMIT
   */
  public static RegionTransactions connect(Configuration conf) throws IOException {
    Configuration once = new Configuration(conf);
    once.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    return new RegionTransactions(ConnectionFactory.createConnection(once), CallRetries.of(conf));
  }

  /**
   * Begins a transaction on the region that has {@code row}.
   *
   * @throws DoNotRetryIOException if the table has no {@code RegionTransactionEndpoint}
   * @throws IOException if the region cannot be reached, or has too many open transactions, at the
   *     last attempt
   */
  public RegionTransaction begin(TableName table, byte[] row) throws IOException {
    Table client = connection.getTable(table);
    boolean begun = false;
    try {
      TransactionId id = TransactionId.random();
      BeginTransactionRequest request =
          BeginTransactionRequest.newBuilder().setId(ByteString.copyFrom(id.bytes())).build();
      CallRetries.Attempts attempts = attempts();
      while (true) {
        try {
          BeginTransactionResponse region =
              BeginTransactionResponse.parseFrom(call(client, row, Call.BEGIN, request));
          begun = true;
          return new RegionTransaction(this, client, row, id, region);
        } catch (UnknownProtocolException e) {
          throw new DoNotRetryIOException(
              "coprocessors of table %s = none with transactions: expected RegionTransactionEndpoint"
                  .formatted(table),
              e);
        } catch (DoNotRetryIOException e) {
          throw e;
        } catch (IOException e) { // repeated with the same id: at most one snapshot is opened
          if (CallRetries.isInterrupt(e) || !attempts.next()) {
            throw e;
          }
        }
      }
    } finally {
      if (!begun) {
        client.close();
      }
    }
  }

  CallRetries.Attempts attempts() {
    return retries.new Attempts(clock);
  }

  /**
   * Makes one attempt of a call.
   *
   * @return the bytes of the answer
   * @throws IOException what the region server said, or that it was not reached
   */
  byte[] call(Table client, byte[] row, Call call, MessageLite request) throws IOException {
    try {
      NameBytesPair answer =
          (NameBytesPair)
              client
                  .coprocessorService(row)
                  .callBlockingMethod(
                      call.descriptor(),
                      null, // HBase's channel has one of its own
                      TransactionService.wrap(request),
                      NameBytesPair.getDefaultInstance());
      return TransactionService.unwrap(answer);
    } catch (ServiceException e) {
      throw CallRetries.reason(e);
    }
  }

  /** Ends the connection. Open transactions end by their age. */
  @Override
  public void close() throws IOException {
    connection.close();
  }

  static String text(byte[] row) {
    return "'" + Bytes.toStringBinary(row) + "'";
  }
}
