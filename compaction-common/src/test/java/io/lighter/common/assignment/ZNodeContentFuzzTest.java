// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.CompactionJobId;
import io.lighter.common.ServerNames;
import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.LeaderLatchNodes;
import io.lighter.common.zk.OffloadSwitches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Names and contents of znodes, which anybody may write on a cluster without security. The first
 * byte of an input selects the type of the rest.
 */
class ZNodeContentFuzzTest {
  private static final int LONGEST_QUOTE = 100;

  static List<byte[]> seeds() {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    owners[7] = ServerName.valueOf("a.example", 16040, 1);
    owners[8] = ServerName.valueOf("b.example", 16040, 2);
    return List.of(
        input(0, SlotTable.of(owners, true).toBytes()),
        input(1, "a,1,1\nb,2,2"),
        input(2, "host.example,16040,1700000000000"),
        input(2, "::1,1,1"),
        input(3, "_c_1-latch-0000000002\n_c_2-latch-0000000001\nother"),
        input(4, OffloadSwitches.withTable(OffloadSwitches.ON, "ns:t", false).toByteArray()),
        input(5, "cj-0123456789abcdef0123"),
        input(6, "wu-0123456789abcdef0123"));
  }

  private static byte[] input(int kind, String rest) {
    return input(kind, rest.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] input(int kind, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put((byte) kind).put(rest).array();
  }

  @MethodSource("seeds")
  @FuzzTest
  void contentIsRefusedOrRoundTrips(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    String text = new String(rest, StandardCharsets.UTF_8);
    switch (Math.floorMod(input[0], 7)) {
      case 0 -> slotTable(rest);
      case 1 -> slotTable(tableOf(text));
      case 2 -> serverName(text);
      case 3 -> leader(Arrays.asList(text.split("\n", -1)));
      case 4 -> offloadSwitch(rest);
      case 5 -> id(text, value -> new CompactionJobId(value).value());
      default -> id(text, value -> new WarmupId(value).value());
    }
  }

  /** A table of the right size whose slots belong to these servers in turn. */
  private static byte[] tableOf(String text) {
    LighterProtos.SlotTable.Builder table = LighterProtos.SlotTable.newBuilder();
    ByteBuffer slots = ByteBuffer.allocate(SlotTable.SLOTS * Short.BYTES);
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      slots.putShort((short) (text.isEmpty() ? slot : text.charAt(slot % text.length()) % 8));
    }
    text.lines().forEach(table::addServer);
    return table.setSlot(ByteString.copyFrom(slots.array())).build().toByteArray();
  }

  private static void slotTable(byte[] bytes) {
    SlotTable table;
    try {
      table = SlotTable.parse(bytes);
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotEmpty();
      return;
    }
    try {
      assertThat(SlotTable.parse(table.toBytes())).isEqualTo(table);
    } catch (IOException e) {
      throw new AssertionError("what was read cannot be written", e);
    }
    GroupServers servers = new GroupServers(table, table.slotsByOwner().keySet());
    assertThat(servers.candidates("r")).hasSameSizeAs(table.slotsByOwner().keySet());
  }

  private static void serverName(String text) {
    ServerNames.parse(text)
        .ifPresent(
            server -> {
              assertThat(ServerNames.parse(server.getServerName())).contains(server);
              assertThat(server.getPort()).isBetween(0, 65_535);
              assertThat(ServerNames.matching(text, List.of(server))).hasSizeLessThanOrEqualTo(1);
            });
  }

  private static void leader(List<String> children) {
    LeaderLatchNodes.leader(children).ifPresent(leader -> assertThat(children).contains(leader));
  }

  private static void offloadSwitch(byte[] bytes) {
    OffloadSwitch now;
    try {
      now = OffloadSwitches.parse(bytes);
    } catch (InvalidProtocolBufferException e) {
      return;
    }
    OffloadSwitch off = OffloadSwitches.withTable(now, "ns:t", false);
    assertThat(off.getOffTableList()).contains("ns:t").doesNotHaveDuplicates();
    assertThat(OffloadSwitches.withTable(off, "ns:t", true).getOffTableList())
        .doesNotContain("ns:t");
    assertThat(OffloadSwitches.describe(OffloadSwitches.withAll(now, false))).contains("off");
  }

  private static void id(String text, UnaryOperator<String> parse) {
    try {
      assertThat(parse.apply(text)).isEqualTo(text).hasSize(23);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).hasSizeLessThan(LONGEST_QUOTE);
    }
  }
}
