// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to commit, with HBase's mutations. */
class CommitRequestFuzzTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
          .setStartKey(Bytes.toBytes("b"))
          .setEndKey(Bytes.toBytes("m"))
          .build();

  static List<byte[]> seeds() throws IOException {
    CommitTransactionRequest.Builder request =
        CommitTransactionRequest.newBuilder()
            .setId(ByteString.copyFrom(new byte[16]))
            .addReadRow(ByteString.copyFromUtf8("c"))
            .addReadRange(
                ReadRange.newBuilder()
                    .setStart(ByteString.copyFromUtf8("c"))
                    .setIncludeStart(true)
                    .setStop(ByteString.copyFromUtf8("d"))
                    .setIncludeStop(false));
    Put put = new Put(Bytes.toBytes("c")).addColumn(FAMILY, FAMILY, FAMILY);
    request.addMutation(ProtobufUtil.toMutation(MutationType.PUT, put).toByteString());
    byte[] small = request.build().toByteArray();
    Delete delete = new Delete(Bytes.toBytes("d"), 5).addColumns(FAMILY, FAMILY);
    request.addMutation(ProtobufUtil.toMutation(MutationType.DELETE, delete).toByteString());
    return List.of(small, request.setAsync(true).build().toByteArray());
  }

  @MethodSource("seeds")
  @FuzzTest
  void requestIsRefusedOrHasRowsOfTheRegionAlone(byte[] input) throws IOException {
    CommitPlan plan;
    try {
      plan = CommitPlan.of(CommitTransactionRequest.parseFrom(input), REGION, CommitJournal.WAL);
    } catch (InvalidProtocolBufferException | DoNotRetryIOException e) {
      assertThat(e).hasMessageContaining(" ");
      return;
    }

    assertThat(plan.rows()).hasSizeBetween(1, CommitPlan.MOST_ROWS).allMatch(REGION::containsRow);
    assertThat(plan.rows()).containsAll(plan.readRows()).containsAll(plan.stampedRows());
    assertThat(plan.writes()).isNotEmpty().allMatch(write -> plan.rows().contains(write.getRow()));
    assertThat(plan.readRanges()).hasSizeLessThanOrEqualTo(CommitPlan.MOST_RANGES);
  }
}
