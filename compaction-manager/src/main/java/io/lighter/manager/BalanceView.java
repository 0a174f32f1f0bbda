// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos;
import io.lighter.common.protocol.LighterProtos.BalanceRound;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.SlotMove;
import io.lighter.manager.balance.Explanation;
import io.lighter.manager.balance.Explanations;
import io.lighter.manager.balance.LoadTracker;
import java.util.Collection;
import org.apache.hadoop.hbase.ServerName;

/** The balancer for RPC handlers: accepts reports, and returns explanations. Thread-safe. */
final class BalanceView {
  private static final double PERCENT = 100;

  private final boolean enabled;
  private final LoadTracker loads;
  private final Explanations explanations;

  BalanceView(boolean enabled, LoadTracker loads, Explanations explanations) {
    this.enabled = enabled;
    this.loads = loads;
    this.explanations = explanations;
  }

  /** Accounts for a report of one of {@code live}. */
  void add(ServerReport report, Collection<ServerName> live) {
    loads.add(report, live);
  }

  ExplainResponse explain() {
    ExplainResponse.Builder response = ExplainResponse.newBuilder().setEnabled(enabled);
    explanations.newestFirst().forEach(round -> response.addRound(message(round)));
    return response.build();
  }

  private static BalanceRound message(Explanation round) {
    BalanceRound.Builder message =
        BalanceRound.newBuilder()
            .setGroup(round.group())
            .setAtMs(round.atMillis())
            .setRounds(round.rounds())
            .setVerdict(round.verdict().label())
            .setReason(round.reason());
    round.servers().forEach(server -> message.addServer(message(server)));
    round.moves().forEach(move -> message.addMove(message(move)));
    return message.build();
  }

  private static LighterProtos.ServerLoad message(Explanation.Seen server) {
    return LighterProtos.ServerLoad.newBuilder()
        .setServer(server.server().getServerName())
        .setState(server.state().label())
        .setPressure((int) Math.round(server.pressure() * PERCENT))
        .setSlots(server.slots())
        .setDemand(Math.round(server.demand()))
        .setCompacted(Math.round(server.compacted()))
        .setExpectedWaitMs(server.expectedWaitMs())
        .setMemory(server.memory())
        .setCpu(server.cpu())
        .setRunning(server.running())
        .setQueued(server.queued())
        .build();
  }

  private static SlotMove message(Explanation.Move move) {
    SlotMove.Builder message =
        SlotMove.newBuilder()
            .setSlot(move.slot())
            .setFrom(move.from().getServerName())
            .setTo(move.to().getServerName())
            .setDemand(Math.round(move.demand()))
            .setRegions(move.regions());
    move.lastRegion().ifPresent(message::setLastRegion);
    return message.build();
  }
}
