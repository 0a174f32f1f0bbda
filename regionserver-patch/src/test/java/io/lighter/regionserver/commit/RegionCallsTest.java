// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TooManyTransactionsException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.client.commit.TransactionId;
import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.BeginTransactionRequest;
import io.lighter.common.protocol.LighterProtos.BeginTransactionResponse;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.EndTransactionRequest;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The calls as bytes, on a region of HBase's. */
class RegionCallsTest {
  private static final TableJournal WAL = new TableJournal(CommitJournal.WAL, List.of());

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final TransactionId id = new TransactionId(UUID.randomUUID());
  private CommitFixture region;
  private RegionCalls calls;

  @BeforeEach
  void open(TestInfo test) throws IOException {
    region = new CommitFixture(util, test.getTestMethod().orElseThrow().getName());
    calls = new RegionCalls(region.region, region.pins, region.commits, WAL, region.metrics);
  }

  @AfterEach
  void close() throws IOException {
    region.close();
    util.cleanupTestDir();
  }

  @Test
  void beginTellsTheRowsOfTheRegion() throws IOException {
    BeginTransactionResponse answer = (BeginTransactionResponse) calls.answer(Call.BEGIN, begin());

    assertThat(answer.getStartRow()).isEqualTo(ByteString.EMPTY);
    assertThat(answer.getEndRow()).isEqualTo(ByteString.EMPTY);
    assertThat(region.count.get()).isEqualTo(1);
    assertThat(calls.readPoint(id)).isEqualTo(region.region.getReadPoint(null));
  }

  @Test
  void endEndsTheSnapshot() throws IOException {
    calls.answer(Call.BEGIN, begin());
    calls.answer(Call.END, EndTransactionRequest.newBuilder().setId(bytes()).build().toByteArray());

    assertThat(region.count.get()).isZero();
    assertThatExceptionOfType(SnapshotGoneException.class).isThrownBy(() -> calls.readPoint(id));
    assertThat(region.metrics.refusedCount(RefusalCause.SNAPSHOT_GONE)).isEqualTo(1);
  }

  @Test
  void conflictIsCounted() throws IOException {
    calls.answer(Call.BEGIN, begin());
    region.put("a", "1");

    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(() -> calls.answer(Call.COMMIT, commit()));
    assertThat(region.metrics.refusedCount(RefusalCause.CONFLICT)).isEqualTo(1);
    assertThat(region.metrics.refusedCount(RefusalCause.INVALID)).isZero();
  }

  @Test
  void refusalForWantOfRoomIsCounted() throws IOException {
    boolean added = true;
    while (added) {
      added = region.count.tryAdd();
    }

    assertThatExceptionOfType(TooManyTransactionsException.class)
        .isThrownBy(() -> calls.answer(Call.BEGIN, begin()));
    assertThat(region.metrics.refusedCount(RefusalCause.TOO_MANY)).isEqualTo(1);
  }

  @Test
  void garbageIsRefusedAndCounted() {
    for (Call call : Call.values()) {
      assertThatExceptionOfType(DoNotRetryIOException.class)
          .isThrownBy(() -> calls.answer(call, "no message".getBytes(StandardCharsets.UTF_8)))
          .withMessage("request = no message of transactions: expected one");
    }
    assertThat(region.metrics.refusedCount(RefusalCause.INVALID)).isEqualTo(3);
  }

  @Test
  void systemTablesAndSecondaryReplicasBeginNone() {
    for (RegionInfo info :
        new RegionInfo[] {
          RegionInfoBuilder.newBuilder(TableName.valueOf("hbase:acl")).build(),
          RegionInfoBuilder.newBuilder(TableName.valueOf("t")).setReplicaId(1).build()
        }) {
      RegionCalls others =
          new RegionCalls(named(info), region.pins, region.commits, WAL, region.metrics);

      assertThatExceptionOfType(DoNotRetryIOException.class)
          .isThrownBy(() -> others.answer(Call.BEGIN, begin()))
          .withMessageStartingWith("region of the transaction = ")
          .withMessageEndingWith(": expected the primary replica of a user's table");
    }
    assertThat(region.count.get()).isZero();
  }

  @Test
  void tableThatCannotHaveTransactionsRefusesThem() throws IOException {
    TableJournal journal = new TableJournal(CommitJournal.FLUSH, List.of("a = 1", "b = 2"));
    calls.answer(Call.BEGIN, begin());
    RegionCalls refusing =
        new RegionCalls(region.region, region.pins, region.commits, journal, region.metrics);

    for (Call call : List.of(Call.BEGIN, Call.COMMIT)) {
      assertThatExceptionOfType(DoNotRetryIOException.class)
          .isThrownBy(() -> refusing.answer(call, call == Call.BEGIN ? begin() : commit()))
          .withMessage("a = 1; b = 2");
    }
    assertThat(region.value("b")).isNull();
    assertThat(region.metrics.refusedCount(RefusalCause.INVALID)).isEqualTo(2);
  }

  private static Region named(RegionInfo info) {
    return (Region)
        Proxy.newProxyInstance(
            Region.class.getClassLoader(),
            new Class<?>[] {Region.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getRegionInfo")) {
                return info;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private ByteString bytes() {
    return ByteString.copyFrom(id.bytes());
  }

  private byte[] begin() {
    return BeginTransactionRequest.newBuilder().setId(bytes()).build().toByteArray();
  }

  /** Reads row a and writes row b. */
  private byte[] commit() throws IOException {
    return CommitTransactionRequest.newBuilder()
        .setId(bytes())
        .addReadRow(ByteString.copyFromUtf8("a"))
        .addMutation(
            ProtobufUtil.toMutation(
                    MutationType.PUT, CommitFixture.Transaction.put("b", CommitFixture.FAMILY, "1"))
                .toByteString())
        .build()
        .toByteArray();
  }
}
