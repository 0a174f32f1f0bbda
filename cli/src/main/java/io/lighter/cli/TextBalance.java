// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.BalanceRound;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.ServerLoad;
import io.lighter.common.protocol.LighterProtos.SlotMove;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.hadoop.hbase.ServerName;

/** Rounds of balancing as text. */
final class TextBalance {
  private static final double PERCENT = 100;

  private TextBalance() {}

  /** Several lines, each ended by a line feed. */
  static String render(ExplainResponse explained) {
    StringBuilder text = new StringBuilder();
    text.append("balancing by load: ").append(explained.getEnabled() ? "on" : "off").append('\n');
    if (explained.getRoundCount() == 0) {
      text.append("no round yet\n");
    }
    explained.getRoundList().forEach(round -> append(text, round));
    return text.toString();
  }

  private static void append(StringBuilder text, BalanceRound round) {
    text.append('\n').append(Instant.ofEpochMilli(round.getAtMs()).truncatedTo(ChronoUnit.SECONDS));
    text.append("  group ").append(round.getGroup());
    text.append(": ").append(round.getVerdict()).append(" (").append(round.getReason());
    text.append(round.getRounds() > 1 ? "; the last of " + round.getRounds() + " rounds" : "");
    text.append(")\n");
    TextTable servers =
        new TextTable(
            "SERVER",
            "STATE",
            "PRESSURE",
            "SLOTS",
            "DEMAND/MIN",
            "COMPACTED/MIN",
            "WAIT",
            "MEMORY",
            "CPU",
            "RUNNING",
            "QUEUED");
    round.getServerList().forEach(server -> add(servers, server));
    text.append(servers.render());
    if (round.getMoveCount() > 0) {
      TextTable moves = new TextTable("SLOT", "FROM", "TO", "DEMAND/MIN", "REGIONS", "LAST REGION");
      round.getMoveList().forEach(move -> add(moves, move));
      text.append(moves.render());
    }
  }

  private static void add(TextTable table, ServerLoad server) {
    table.add(
        address(server.getServer()),
        server.getState(),
        server.getPressure() + " %",
        Integer.toString(server.getSlots()),
        Units.bytes(server.getDemand()),
        Units.bytes(server.getCompacted()),
        Units.duration(server.getExpectedWaitMs()),
        Math.round(server.getMemory() * PERCENT) + " %",
        Units.load(server.getCpu()),
        Integer.toString(server.getRunning()),
        Integer.toString(server.getQueued()));
  }

  private static void add(TextTable table, SlotMove move) {
    table.add(
        Integer.toString(move.getSlot()),
        address(move.getFrom()),
        address(move.getTo()),
        Units.bytes(move.getDemand()),
        Integer.toString(move.getRegions()),
        move.hasLastRegion() ? move.getLastRegion() : "?");
  }

  private static String address(String serverName) {
    return ServerName.valueOf(serverName).getAddress().toString();
  }
}
