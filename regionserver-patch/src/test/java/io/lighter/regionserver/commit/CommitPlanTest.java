// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommitPlanTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
          .setStartKey(Bytes.toBytes("b"))
          .setEndKey(Bytes.toBytes("m"))
          .build();
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final CommitTransactionRequest.Builder request =
      CommitTransactionRequest.newBuilder().setId(ByteString.copyFrom(new byte[16]));

  @Test
  void rowsOfReadsAndWritesAreLockedOnceInHBasesOrder() throws IOException {
    read("l");
    read("c");
    write(MutationType.PUT, put("l"));
    write(MutationType.DELETE, new Delete(Bytes.toBytes("b")));

    CommitPlan plan = CommitPlan.of(request.build(), REGION, CommitJournal.WAL);

    assertThat(texts(plan.rows())).containsExactly("b", "c", "l");
    assertThat(texts(plan.readRows())).containsExactly("c", "l");
    assertThat(plan.writes())
        .hasSize(2)
        .allMatch(write -> write.getDurability() == Durability.ASYNC_WAL);
    assertThat(plan.async()).isFalse();
  }

  @Test
  void rowsWithoutATimeOfTheirOwnAreStamped() throws IOException {
    write(MutationType.PUT, put("c"));
    write(MutationType.PUT, new Put(Bytes.toBytes("d"), 5).addColumn(FAMILY, FAMILY, FAMILY));
    write(MutationType.DELETE, new Delete(Bytes.toBytes("e")));
    write(MutationType.DELETE, new Delete(Bytes.toBytes("f"), 5));

    assertThat(texts(CommitPlan.of(request.build(), REGION, CommitJournal.WAL).stampedRows()))
        .containsExactly("c", "e");
  }

  @ParameterizedTest
  @CsvSource({"a", "m", "z", "''"})
  void rowOfAnotherRegionIsNamed(String row) throws IOException {
    write(MutationType.PUT, put("c"));
    read(row);

    assertRefused("row = '" + row + "': expected a row of region ", "from 'b' to 'm'");
  }

  @Test
  void writeOfAnotherRegionIsNamed() throws IOException {
    write(MutationType.PUT, put("c"));
    write(MutationType.PUT, put("x"));

    assertRefused("row = 'x': expected a row of region ", "from 'b' to 'm'");
  }

  @ParameterizedTest
  @CsvSource({"a, false, c, true", "c, true, n, true", "c, true, m, true", "c, true, '', false"})
  void rangeThatLeavesTheRegionIsNamed(
      String start, boolean includeStart, String stop, boolean includeStop) throws IOException {
    write(MutationType.PUT, put("c"));
    range(start, includeStart, stop, includeStop);

    assertRefused("range = from '" + start + "' to '" + stop + "': expected a part of region ");
  }

  @Test
  void rangeToTheEndOfTheRegionIsAPartOfIt() throws IOException {
    write(MutationType.PUT, put("c"));
    range("b", true, "m", false);

    assertThat(CommitPlan.of(request.build(), REGION, CommitJournal.WAL).readRanges()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"SKIP_WAL", "ASYNC_WAL", "FSYNC_WAL"})
  void otherDurabilityThanThatOfADurableCommitIsNamed(Durability durability) throws IOException {
    write(MutationType.PUT, put("c").setDurability(Durability.SYNC_WAL));
    write(MutationType.PUT, put("d").setDurability(durability));

    assertRefused(
        "durability of the write of row 'd' = "
            + durability
            + ": expected USE_DEFAULT or SYNC_WAL");
  }

  @Test
  void otherDurabilityThanThatOfAnAsynchronousCommitIsNamed() throws IOException {
    request.setAsync(true);
    write(MutationType.PUT, put("c").setDurability(Durability.ASYNC_WAL));
    assertThat(CommitPlan.of(request.build(), REGION, CommitJournal.WAL).async()).isTrue();
    write(MutationType.PUT, put("d").setDurability(Durability.SYNC_WAL));

    assertRefused(
        "durability of the write of row 'd' = SYNC_WAL: expected USE_DEFAULT or ASYNC_WAL");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void commitWithoutALogWritesAllWithoutALog(boolean async) throws IOException {
    request.setAsync(async);
    write(MutationType.PUT, put("c"));
    write(MutationType.DELETE, new Delete(Bytes.toBytes("d")));

    assertThat(CommitPlan.of(request.build(), REGION, CommitJournal.FLUSH).writes())
        .hasSize(2)
        .allMatch(write -> write.getDurability() == Durability.SKIP_WAL);
    assertThat(CommitPlan.of(request.build(), REGION, CommitJournal.WAL).writes())
        .allMatch(write -> write.getDurability() == Durability.ASYNC_WAL);
  }

  /** A crash would keep the write that is in the log, and lose the others. */
  @ParameterizedTest
  @EnumSource(names = {"SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL"})
  void commitWithoutALogRefusesEachDurabilityOfAWrite(Durability durability) throws IOException {
    write(MutationType.PUT, put("c"));
    write(MutationType.PUT, put("d").setDurability(durability));

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> CommitPlan.of(request.build(), REGION, CommitJournal.FLUSH))
        .withMessage(
            "durability of the write of row 'd' = "
                + durability
                + ": expected USE_DEFAULT with lighter.commit.journal = flush");
  }

  @Test
  void transactionWithoutWritesIsRefused() {
    read("c");

    assertRefused("writes of the transaction = 0: expected at least 1");
  }

  @Test
  void incrementIsRefused() throws IOException {
    write(MutationType.INCREMENT, new Increment(Bytes.toBytes("c")).addColumn(FAMILY, FAMILY, 1));

    assertRefused("write = INCREMENT: expected PUT or DELETE");
  }

  @Test
  void garbageIsRefused() {
    request.addMutation(ByteString.copyFromUtf8("no mutation"));

    assertRefused("write = no mutation of HBase's");
  }

  @Test
  void largeTransactionIsRefused() throws IOException {
    write(MutationType.PUT, put("c"));
    for (int i = 0; i < CommitPlan.MOST_ROWS; i++) {
      read("d" + i);
    }

    assertRefused("rows of the transaction = 10001: expected at most 10000");
  }

  @Test
  void manyRangesAreRefused() throws IOException {
    write(MutationType.PUT, put("c"));
    for (int i = 0; i <= CommitPlan.MOST_RANGES; i++) {
      range("c", true, "d", false);
    }

    assertRefused("ranges of the read set = 101: expected at most 100");
  }

  private void assertRefused(String... parts) {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> CommitPlan.of(request.build(), REGION, CommitJournal.WAL))
        .withMessageStartingWith(parts[0])
        .extracting(Throwable::getMessage)
        .asString()
        .contains(parts);
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY);
  }

  private void read(String row) {
    request.addReadRow(ByteString.copyFromUtf8(row));
  }

  private void range(String start, boolean includeStart, String stop, boolean includeStop) {
    request.addReadRange(
        ReadRange.newBuilder()
            .setStart(ByteString.copyFromUtf8(start))
            .setIncludeStart(includeStart)
            .setStop(ByteString.copyFromUtf8(stop))
            .setIncludeStop(includeStop));
  }

  private void write(MutationType type, Mutation mutation) throws IOException {
    request.addMutation(ProtobufUtil.toMutation(type, mutation).toByteString());
  }

  private static List<String> texts(Collection<byte[]> rows) {
    return rows.stream().map(Bytes::toString).toList();
  }
}
