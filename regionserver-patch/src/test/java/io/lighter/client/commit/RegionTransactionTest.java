// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.BeginTransactionRequest;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A client whose region fails in scripted ways. */
class RegionTransactionTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int REPETITIONS = 2;

  private final ScriptedRegion region = new ScriptedRegion();
  private final RegionTransactions transactions =
      new RegionTransactions(
          region.connection(), new CallRetries(REPETITIONS, 0, Duration.ofMinutes(1)));

  private static List<IOException> answersOfAServerWithoutTheRegion() {
    return List.of(
        new SnapshotGoneException("too old"),
        new NotServingRegionException("moved"),
        new RegionServerStoppedException("stops"));
  }

  @Test
  void beginIsRepeatedWithTheSameId() throws IOException {
    region.failures.add(new NotServingRegionException("opens"));
    region.failures.add(new TooManyTransactionsException("full"));

    RegionTransaction transaction = begin();

    assertThat(region.calls).containsExactly(Call.BEGIN, Call.BEGIN, Call.BEGIN);
    for (byte[] request : region.requests) {
      assertThat(BeginTransactionRequest.parseFrom(request).getId().toByteArray())
          .isEqualTo(transaction.id().bytes());
    }
  }

  @Test
  void beginFailsWithTheLastReason() {
    for (int i = 0; i <= REPETITIONS; i++) {
      region.failures.add(new TooManyTransactionsException("full " + i));
    }

    assertThatExceptionOfType(TooManyTransactionsException.class)
        .isThrownBy(this::begin)
        .withMessage("full 2");
    assertThat(region.closedTables).isEqualTo(1);
  }

  @Test
  void tableWithoutTheServiceIsNamedAtOnce() {
    region.failures.add(new UnknownProtocolException("no service"));

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(this::begin)
        .withMessage(
            "coprocessors of table t = none with transactions: expected"
                + " RegionTransactionEndpoint");
    assertThat(region.calls).hasSize(1);
  }

  @Test
  void commitIsRepeatedUntilItIsAnswered() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new SocketTimeoutException("no answer"));
    region.failures.add(new IOException("connection reset"));

    transaction.commit(CommitMode.DURABLE);
    transaction.close();

    assertThat(region.calls).containsExactly(Call.BEGIN, Call.COMMIT, Call.COMMIT, Call.COMMIT);
    assertThat(region.requests.get(1))
        .isEqualTo(region.requests.get(2))
        .isEqualTo(region.requests.get(3));
    assertThat(region.closedTables).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("answersOfAServerWithoutTheRegion")
  void firstAttemptAtAServerWithoutTheRegionWroteNothing(IOException answer) throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(answer);

    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
    transaction.close();
    assertThat(region.calls).containsExactly(Call.BEGIN, Call.COMMIT);
  }

  /** The first attempt may have been applied before the region moved. */
  @ParameterizedTest
  @MethodSource("answersOfAServerWithoutTheRegion")
  void laterAttemptAtAServerWithoutTheRegionTellsNothing(IOException answer) throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new SocketTimeoutException("no answer"));
    region.failures.add(answer);

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
        .withCause(answer);
  }

  @Test
  void commitWithoutAnswerHasNoKnownOutcome() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    for (int i = 0; i <= REPETITIONS; i++) {
      region.failures.add(new SocketTimeoutException("no answer"));
    }

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
    assertThat(region.calls).hasSize(1 + 1 + REPETITIONS);
  }

  @Test
  void commitThatIsAlwaysRefusedWroteNothingAndMayBeTriedAgain() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    for (int i = 0; i <= REPETITIONS; i++) {
      region.failures.add(new CommitRefusedException("busy " + i));
    }

    assertThatExceptionOfType(CommitRefusedException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
        .withMessage("busy 2");
    transaction.commit(CommitMode.DURABLE);
    assertThat(region.calls).hasSize(1 + 1 + REPETITIONS + 1);
  }

  @Test
  void refusalOfALaterAttemptTellsNothingOfTheFirst() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new SocketTimeoutException("no answer"));
    for (int i = 0; i <= REPETITIONS; i++) {
      region.failures.add(new CommitRefusedException("busy"));
    }

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
  }

  /** No server that refuses a commit has written it, whatever follows. */
  @Test
  void goneSnapshotOfARefusedCommitMeansThatNothingWasWritten() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new CommitRefusedException("busy"));
    region.failures.add(new SnapshotGoneException("too old"));

    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
  }

  @Test
  void interruptedCommitHasNoKnownOutcome() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new InterruptedIOException());

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));
    assertThat(region.calls).containsExactly(Call.BEGIN, Call.COMMIT);
  }

  @Test
  void conflictEndsTheTransaction() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new TransactionConflictException("row c"));

    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE));

    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> transaction.get(new Get(Bytes.toBytes("c"))));
    transaction.close();
    assertThat(region.calls).containsExactly(Call.BEGIN, Call.COMMIT);
  }

  @Test
  void refusedRequestLeavesTheTransactionOpen() throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c"));
    region.failures.add(new DoNotRetryIOException("no permission"));

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
        .withMessage("no permission");

    transaction.close();
    assertThat(region.calls).containsExactly(Call.BEGIN, Call.COMMIT, Call.END);
  }

  @ParameterizedTest
  @EnumSource(names = {"SKIP_WAL", "ASYNC_WAL", "FSYNC_WAL"})
  void otherDurabilityThanTheCommitsIsRefusedBeforeTheCall(Durability durability)
      throws IOException {
    RegionTransaction transaction = begin();
    transaction.put(put("c").setDurability(Durability.SYNC_WAL));
    transaction.delete(new Delete(Bytes.toBytes("d")).setDurability(durability));

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> transaction.commit(CommitMode.DURABLE))
        .withMessage(
            "durability of the write of row 'd' = "
                + durability
                + ": expected USE_DEFAULT or SYNC_WAL in a commit that is DURABLE");
    assertThat(region.calls).containsExactly(Call.BEGIN);
  }

  @Test
  void closeEndsAnOpenTransactionOnceAndDespiteAFailure() throws IOException {
    RegionTransaction transaction = begin();
    region.failures.add(new IOException("connection reset"));

    transaction.close();
    transaction.close();

    assertThat(region.calls).containsExactly(Call.BEGIN, Call.END);
    assertThat(region.closedTables).isEqualTo(1);
    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> transaction.put(put("c")));
  }

  @Test
  void readSetHasRowsAndRangesThatWereRead() throws IOException {
    RegionTransaction transaction = begin();
    transaction.get(new Get(Bytes.toBytes("d")));
    region.rows.add(result("e"));
    region.rows.add(result("f"));
    transaction.scan(
        new Scan().withStartRow(Bytes.toBytes("e"), false).withStopRow(Bytes.toBytes("g"), true));
    transaction.scan(
        new Scan().withStartRow(Bytes.toBytes("e")).withStopRow(Bytes.toBytes("k")).setLimit(2));
    transaction.put(put("c"));
    transaction.delete(new Delete(Bytes.toBytes("l")));
    transaction.commit(CommitMode.ASYNC);

    CommitTransactionRequest request =
        CommitTransactionRequest.parseFrom(region.requests.get(region.requests.size() - 1));
    assertThat(request.getReadRowList())
        .extracting(ByteString::toStringUtf8)
        .containsExactly("d", "e", "f");
    assertThat(request.getReadRangeList())
        .containsExactly(range("e", false, "g", true), range("e", true, "f", true));
    assertThat(request.getMutationCount()).isEqualTo(2);
    assertThat(request.getAsync()).isTrue();
    assertThat(region.scans)
        .hasSize(3)
        .allMatch(
            scan ->
                Bytes.equals(
                    scan.getAttribute(TransactionService.ATTRIBUTE), transaction.id().bytes()));
    assertThat(region.scans.get(1).getLimit()).isEqualTo(1_001);
    assertThat(region.scans.get(2).getLimit()).isEqualTo(2);
  }

  @Test
  void limitThatIsNotReachedEndsNoRange() throws IOException {
    RegionTransaction transaction = begin();
    region.rows.add(result("e"));
    transaction.scan(
        new Scan().withStartRow(Bytes.toBytes("e")).withStopRow(Bytes.toBytes("k")).setLimit(2));
    transaction.put(put("c"));
    transaction.commit(CommitMode.DURABLE);

    assertThat(
            CommitTransactionRequest.parseFrom(region.requests.get(region.requests.size() - 1))
                .getReadRangeList())
        .containsExactly(range("e", true, "k", false));
  }

  @Test
  void readAtAServerWithoutTheRegionEndsTheTransaction() throws IOException {
    RegionTransaction transaction = begin();
    region.scanFailure = new NotServingRegionException("moved");

    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> transaction.get(new Get(Bytes.toBytes("c"))));
    transaction.close();
    assertThat(region.calls).containsExactly(Call.BEGIN);
  }

  @Test
  void readThatFailsForAnotherReasonLeavesTheTransactionOpen() throws IOException {
    RegionTransaction transaction = begin();
    region.scanFailure = new IOException("busy");

    assertThatIOException()
        .isThrownBy(() -> transaction.get(new Get(Bytes.toBytes("c"))))
        .withMessage("busy");
    transaction.close();
    assertThat(region.calls).containsExactly(Call.BEGIN, Call.END);
  }

  private RegionTransaction begin() throws IOException {
    return transactions.begin(TABLE, Bytes.toBytes("c"));
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(Q, Q, Q);
  }

  private static Result result(String row) {
    return Result.create(List.of(new KeyValue(Bytes.toBytes(row), Q, Q, Q)));
  }

  private static ReadRange range(
      String start, boolean includeStart, String stop, boolean includeStop) {
    return ReadRange.newBuilder()
        .setStart(ByteString.copyFromUtf8(start))
        .setIncludeStart(includeStart)
        .setStop(ByteString.copyFromUtf8(stop))
        .setIncludeStop(includeStop)
        .build();
  }
}
