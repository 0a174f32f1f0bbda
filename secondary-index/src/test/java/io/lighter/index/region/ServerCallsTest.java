// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.RegionEntriesResult;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import io.lighter.common.protocol.LighterProtos.WriteEntriesResponse;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** What a request says, and which answers confirm a region. */
class ServerCallsTest {
  private static final RegionInfo A = FakeStore.region(TableName.valueOf("t__a"));
  private static final RegionInfo B = FakeStore.region(TableName.valueOf("t__b"));

  @Test
  void requestNamesRegionsRowsAndStamps() {
    Entry entry = new Entry(A.getTable(), Bytes.toBytes("k"), 7);

    WriteEntriesRequest request =
        ServerCalls.request(EntryStore.Change.REMOVE, Map.of(A, List.of(entry, entry)));

    assertThat(request.getRemove()).isTrue();
    assertThat(request.getRegionCount()).isEqualTo(1);
    assertThat(request.getRegion(0).getRegion().toByteArray()).isEqualTo(A.getRegionName());
    assertThat(request.getRegion(0).getRowList())
        .containsExactly(ByteString.copyFromUtf8("k"), ByteString.copyFromUtf8("k"));
    assertThat(request.getRegion(0).getStampList()).containsExactly(7L, 7L);
    assertThat(ServerCalls.request(EntryStore.Change.INSERT, Map.of()).getRemove()).isFalse();
  }

  @Test
  void regionIsDurableIfTheAnswerNamesItWithoutAFailure() {
    assertThat(durable(result(A), result(B))).containsExactlyInAnyOrder(A, B);
  }

  @Test
  void regionThatIsMissingInTheAnswerIsNot() {
    assertThat(durable(result(B))).containsExactly(B);
    assertThat(durable()).isEmpty();
  }

  @Test
  void regionWithAFailureIsNot() {
    assertThat(durable(result(A).setFailure("moved"), result(B))).containsExactly(B);
    assertThat(durable(result(A).setFailure(""), result(B))).containsExactly(B);
    assertThat(durable(result(A), result(A).setFailure("moved"))).isEmpty();
  }

  @Test
  void otherRegionOfTheAnswerIsIgnored() {
    RegionInfo other = FakeStore.region(TableName.valueOf("t__other"));

    assertThat(durable(result(other))).isEmpty();
  }

  @Test
  void serverWithoutTheServiceIsNotAskedForAWhile() {
    ManualClock clock = new ManualClock();
    ServerName server = FakeStore.SERVER;
    try (ServerCalls calls =
        new ServerCalls(
            new Configuration(false),
            Duration.ofSeconds(1),
            new Breaker(clock, Duration.ofMinutes(1)))) {
      calls.failed(server, new IOException("connection reset"));
      assertThat(calls.mayServe(server)).isTrue();

      calls.failed(
          server,
          new RemoteWithExtrasException(
              UnknownProtocolException.class.getName(), "No registered service", true));
      assertThat(calls.mayServe(server)).isFalse();

      clock.advance(Duration.ofMinutes(1));
      assertThat(calls.mayServe(server)).isTrue();
    }
  }

  private static RegionEntriesResult.Builder result(RegionInfo region) {
    return RegionEntriesResult.newBuilder().setRegion(ByteString.copyFrom(region.getRegionName()));
  }

  private static Set<RegionInfo> durable(RegionEntriesResult.Builder... results) {
    WriteEntriesResponse.Builder answer = WriteEntriesResponse.newBuilder();
    for (RegionEntriesResult.Builder result : results) {
      answer.addRegion(result);
    }
    return ServerCalls.durable(Set.of(A, B), answer.build());
  }
}
