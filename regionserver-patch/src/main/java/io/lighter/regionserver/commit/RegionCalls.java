// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TooManyTransactionsException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.client.commit.TransactionId;
import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.BeginTransactionRequest;
import io.lighter.common.protocol.LighterProtos.BeginTransactionResponse;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.CommitTransactionResponse;
import io.lighter.common.protocol.LighterProtos.EndTransactionRequest;
import io.lighter.common.protocol.LighterProtos.EndTransactionResponse;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;

/**
 * The calls of transactions on one region: reads requests, counts refusals. A snapshot belongs to
 * the user who began it. Thread-safe.
 */
final class RegionCalls {
  private final Region region;
  private final SnapshotPins pins;
  private final RegionCommit commits;
  private final TableJournal journal;
  private final TransactionMetrics metrics;

  RegionCalls(
      Region region,
      SnapshotPins pins,
      RegionCommit commits,
      TableJournal journal,
      TransactionMetrics metrics) {
    this.region = region;
    this.pins = pins;
    this.commits = commits;
    this.journal = journal;
    this.metrics = metrics;
  }

  /**
   * Opens a scanner that pins the present read point of a region. The scanner reads nothing: no
   * cell of a living table has the only time that it asks for, and so HBase opens no file and keeps
   * no memory for it.
   */
  static RegionScanner pin(Region region) throws IOException {
    byte[] row = region.getRegionInfo().getStartKey();
    byte[] family = region.getTableDescriptor().getColumnFamilyNames().iterator().next();
    Scan scan = new Scan().withStartRow(row).withStopRow(row, true).addFamily(family);
    return region.getScanner(scan.setTimeRange(0, 1));
  }

  /**
   * Answers a call.
   *
   * @param request bytes of the request
   */
  MessageLite answer(Call call, byte[] request) throws IOException {
    return counted(
        () ->
            switch (call) {
              case BEGIN -> begin(BeginTransactionRequest.parseFrom(request));
              case COMMIT -> commit(CommitTransactionRequest.parseFrom(request));
              case END -> end(EndTransactionRequest.parseFrom(request));
            });
  }

  /**
   * The read point of a snapshot that the calling user has here.
   *
   * @throws SnapshotGoneException if the snapshot has ended
   */
  long readPoint(TransactionId id) throws IOException {
    return counted(() -> pins.readPoint(id, user()));
  }

  private BeginTransactionResponse begin(BeginTransactionRequest request) throws IOException {
    RegionInfo info = region.getRegionInfo();
    if (info.getTable().isSystemTable() || info.getReplicaId() != RegionInfo.DEFAULT_REPLICA_ID) {
      throw new DoNotRetryIOException(
          "region of the transaction = %s: expected the primary replica of a user's table"
              .formatted(info.getRegionNameAsString()));
    }
    journal.requireUsable();
    pins.begin(id(request.getId()), user());
    return BeginTransactionResponse.newBuilder()
        .setStartRow(ByteString.copyFrom(info.getStartKey()))
        .setEndRow(ByteString.copyFrom(info.getEndKey()))
        .build();
  }

  private CommitTransactionResponse commit(CommitTransactionRequest request) throws IOException {
    journal.requireUsable();
    TransactionId id = id(request.getId());
    commits.commit(id, user(), CommitPlan.of(request, region.getRegionInfo(), journal.journal()));
    return CommitTransactionResponse.getDefaultInstance();
  }

  private EndTransactionResponse end(EndTransactionRequest request) throws IOException {
    pins.end(id(request.getId()), user());
    return EndTransactionResponse.getDefaultInstance();
  }

  private static TransactionId id(ByteString bytes) throws DoNotRetryIOException {
    return TransactionId.of(bytes.toByteArray());
  }

  /** The user of the present call; empty outside of calls. */
  private static String user() {
    return RpcServer.getRequestUserName().orElse("");
  }

  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> T counted(Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (TransactionConflictException e) {
      metrics.refused(RefusalCause.CONFLICT);
      throw e;
    } catch (SnapshotGoneException e) {
      metrics.refused(RefusalCause.SNAPSHOT_GONE);
      throw e;
    } catch (TooManyTransactionsException e) {
      metrics.refused(RefusalCause.TOO_MANY);
      throw e;
    } catch (CommitOutcomeUnknownException e) { // a failure, not a refusal
      throw e;
    } catch (InvalidProtocolBufferException e) {
      metrics.refused(RefusalCause.INVALID);
      throw new DoNotRetryIOException("request = no message of transactions: expected one", e);
    } catch (DoNotRetryIOException e) {
      metrics.refused(RefusalCause.INVALID);
      throw e;
    }
  }
}
