// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.protocol.LighterProtos.RegionEntries;
import io.lighter.common.protocol.LighterProtos.RegionEntriesResult;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Entries of several regions on a region server in memory: what is synced, and what has failed. */
class EntryBatchesTest {
  private final List<String> events = new ArrayList<>();
  private final Map<String, EntryRegions.Open> open = new HashMap<>();
  private final FakeLog log = new FakeLog("log");
  private UnaryOperator<MultiResponse> answer = UnaryOperator.identity();
  private Runnable duringMulti = () -> {};
  private final EntryBatches batches = new EntryBatches(new FakeServer());

  EntryBatchesTest() {
    open.put("a", new EntryRegions.Open(new Object(), log));
    open.put("b", new EntryRegions.Open(new Object(), log));
  }

  @Test
  void oneSyncFollowsAllAppends() throws IOException {
    assertThat(write("a", "b")).containsExactly("a ok", "b ok");

    assertThat(events)
        .containsExactly(
            "a PUT k1@7 ASYNC_WAL",
            "a PUT k2@8 ASYNC_WAL",
            "b PUT k1@7 ASYNC_WAL",
            "b PUT k2@8 ASYNC_WAL",
            "sync log");
  }

  @Test
  void eachLogIsSynced() throws IOException {
    open.put("b", new EntryRegions.Open(new Object(), new FakeLog("other")));

    assertThat(write("a", "b")).containsExactly("a ok", "b ok");

    assertThat(events).endsWith("sync log", "sync other");
  }

  @Test
  void regionWhoseLogIsSyncedByEachWriteIsWrittenSo() throws IOException {
    open.put("b", new EntryRegions.Open(new Object(), null));

    assertThat(write("a", "b")).containsExactly("a ok", "b ok");

    assertThat(events).contains("a PUT k1@7 ASYNC_WAL", "b PUT k1@7 SYNC_WAL");
    assertThat(events).filteredOn(event -> event.startsWith("sync")).containsExactly("sync log");
  }

  /** Without a log to sync afterwards, only a write that syncs may succeed. */
  @Test
  void regionThatOpensJustNowIsWrittenWithASyncOfItsOwn() throws IOException {
    open.remove("b");

    assertThat(write("a", "b")).containsExactly("a ok", "b ok");

    assertThat(events).contains("b PUT k1@7 SYNC_WAL", "b PUT k2@8 SYNC_WAL");
  }

  @Test
  void removalDeletesAllVersionsUpToTheStamp() throws IOException {
    assertThat(texts(request("a").setRemove(true).build())).containsExactly("a ok");

    assertThat(events).startsWith("a DELETE k1<=7 ASYNC_WAL", "a DELETE k2<=8 ASYNC_WAL");
  }

  @Test
  void regionFailsWithHBasesException() throws IOException {
    answer = all -> withResult(all, 1, failed(new NotServingRegionException("moved")).build());

    assertThat(write("a", "b"))
        .containsExactly("a ok", "b " + NotServingRegionException.class.getName());
  }

  @Test
  void regionFailsIfOneEntryDoes() throws IOException {
    answer =
        all ->
            withResult(
                all,
                0,
                RegionActionResult.newBuilder()
                    .addResultOrException(ok(0))
                    .addResultOrException(
                        ResultOrException.newBuilder()
                            .setIndex(1)
                            .setException(
                                ResponseConverter.buildException(new IOException("full"))))
                    .build());

    assertThat(write("a", "b")).containsExactly("a " + IOException.class.getName(), "b ok");
  }

  @Test
  void regionFailsWithoutAResultForEachEntry() throws IOException {
    answer =
        all ->
            withResult(all, 0, RegionActionResult.newBuilder().addResultOrException(ok(1)).build());
    assertThat(write("a", "b")).containsExactly("a no result of some entries", "b ok");

    answer =
        all ->
            withResult(
                all,
                0,
                RegionActionResult.newBuilder()
                    .addResultOrException(ok(1))
                    .addResultOrException(ok(1))
                    .build());
    assertThat(write("a", "b")).containsExactly("a no result of some entries", "b ok");
  }

  @Test
  void regionFailsWithoutAResult() throws IOException {
    answer = all -> all.toBuilder().removeRegionActionResult(1).build();

    assertThat(write("a", "b")).containsExactly("a ok", "b no result of the region");
  }

  @Test
  void regionFailsIfItsLogIsNotSynced() throws IOException {
    open.put("b", new EntryRegions.Open(new Object(), new FakeLog("broken")));

    assertThat(write("a", "b"))
        .containsExactly("a ok", "b log is not synced: java.io.IOException: broken");
  }

  /** What was synced may not be the log that the entries are in. */
  @Test
  void regionThatWasOpenedAnewMeanwhileFails() throws IOException {
    duringMulti = () -> open.put("b", new EntryRegions.Open(new Object(), log));
    assertThat(write("a", "b")).containsExactly("a ok", "b region was closed meanwhile");

    duringMulti = () -> open.remove("a");
    assertThat(write("a", "b")).containsExactly("a region was closed meanwhile", "b ok");
  }

  @Test
  void requestWithoutAStampForEachRowIsRefused() {
    WriteEntriesRequest.Builder request = request("a");
    request.getRegionBuilder(0).clearStamp().addStamp(7);

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> batches.write(request.build()))
        .withMessage("2 rows with 1 stamps: expected one for each");
    assertThat(events).isEmpty();
  }

  private List<String> write(String... regions) throws IOException {
    return texts(request(regions).build());
  }

  private List<String> texts(WriteEntriesRequest request) throws IOException {
    return batches.write(request).getRegionList().stream().map(EntryBatchesTest::text).toList();
  }

  private static String text(RegionEntriesResult result) {
    return result.getRegion().toStringUtf8()
        + " "
        + (result.hasFailure() ? result.getFailure() : "ok");
  }

  private static WriteEntriesRequest.Builder request(String... regions) {
    WriteEntriesRequest.Builder request = WriteEntriesRequest.newBuilder();
    for (String region : regions) {
      request.addRegion(
          RegionEntries.newBuilder()
              .setRegion(ByteString.copyFromUtf8(region))
              .addRow(ByteString.copyFromUtf8("k1"))
              .addStamp(7)
              .addRow(ByteString.copyFromUtf8("k2"))
              .addStamp(8));
    }
    return request;
  }

  private static MultiResponse withResult(MultiResponse all, int region, RegionActionResult one) {
    return all.toBuilder().setRegionActionResult(region, one).build();
  }

  private static RegionActionResult.Builder failed(IOException failure) {
    return RegionActionResult.newBuilder().setException(ResponseConverter.buildException(failure));
  }

  private static ResultOrException ok(int index) {
    return ResultOrException.newBuilder().setIndex(index).build();
  }

  private final class FakeLog implements EntryRegions.Log {
    private final String name;

    private FakeLog(String name) {
      this.name = name;
    }

    @Override
    public void sync() throws IOException {
      events.add("sync " + name);
      if (name.equals("broken")) {
        throw new IOException(name);
      }
    }
  }

  private final class FakeServer implements EntryRegions {
    @Override
    public Open find(byte[] name) {
      return open.get(Bytes.toString(name));
    }

    @Override
    public MultiResponse multi(MultiRequest request) throws IOException {
      MultiResponse.Builder all = MultiResponse.newBuilder();
      for (RegionAction region : request.getRegionActionList()) {
        RegionActionResult.Builder result = RegionActionResult.newBuilder();
        for (Action action : region.getActionList()) {
          events.add(region.getRegion().getValue().toStringUtf8() + " " + text(action));
          result.addResultOrException(ok(action.getIndex()));
        }
        all.addRegionActionResult(result);
      }
      duringMulti.run();
      return answer.apply(all.build());
    }

    private String text(Action action) throws IOException {
      if (action.getMutation().getMutateType() == MutationType.PUT) {
        Put put = ProtobufUtil.toPut(action.getMutation());
        return "PUT %s@%d %s"
            .formatted(
                Bytes.toString(put.getRow()),
                put.get(Bytes.toBytes("e"), Bytes.toBytes("q")).get(0).getTimestamp(),
                put.getDurability());
      }
      Delete delete = ProtobufUtil.toDelete(action.getMutation());
      Cell marker = delete.getFamilyCellMap().firstEntry().getValue().get(0);
      assertThat(PrivateCellUtil.isDeleteColumns(marker)).isTrue();
      assertThat(CellUtil.matchingColumn(marker, Bytes.toBytes("e"), Bytes.toBytes("q"))).isTrue();
      return "DELETE %s<=%d %s"
          .formatted(
              Bytes.toString(delete.getRow()), marker.getTimestamp(), delete.getDurability());
    }
  }
}
