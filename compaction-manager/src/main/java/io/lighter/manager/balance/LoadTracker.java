// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.MonotonicClock;
import io.lighter.common.ServerNames;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;

/**
 * Turns successive reports of compaction servers into loads of servers and slots.
 *
 * <p>Thread-safe: RPC handlers report, the assigner's thread reads. Bounded by the live servers and
 * their groups. The load of a slot belongs to its group, so it remains when the slot moves.
 */
public final class LoadTracker {
  private final BalanceSettings settings;
  private final MonotonicClock clock;
  private final Map<ServerName, ServerMeter> meters = new HashMap<>(); // guarded by this
  private final Map<ServerName, String> groups = new HashMap<>(); // guarded by this
  private final Map<String, SlotDemand> demands = new HashMap<>(); // guarded by this
  private final Map<String, Placement> placements = new HashMap<>(); // guarded by this

  /** Creates a tracker without reports. */
  public LoadTracker(BalanceSettings settings, MonotonicClock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Accounts for a report of a server that is in {@code live}. */
  public void add(ServerReport report, Collection<ServerName> live) {
    ServerNames.parse(report.getServer())
        .filter(live::contains)
        .ifPresent(server -> add(server, report));
  }

  private synchronized void add(ServerName server, ServerReport report) {
    long now = clock.nanoTime();
    groups.put(server, report.getGroup());
    SlotDemand demand =
        demands.computeIfAbsent(
            report.getGroup(), group -> new SlotDemand(Decay.of(settings.slotWindow()), now));
    long unseen =
        meters
            .computeIfAbsent(server, each -> new ServerMeter(each, settings, now))
            .report(report, demand, now);
    if (unseen > 0) {
      Placement placement = placements.getOrDefault(report.getGroup(), Placement.NONE);
      demand.spread(unseen, placement, server, now);
    }
  }

  /** Sets the places of the group's slots. */
  synchronized void placed(String group, Placement placement) {
    placements.put(group, placement);
  }

  /** Drops servers that have left, and groups without a server. */
  public synchronized void retainAll(Collection<ServerName> live) {
    meters.keySet().retainAll(live);
    groups.keySet().retainAll(live);
    demands.keySet().retainAll(groups.values());
    placements.keySet().retainAll(groups.values());
  }

  /** The current loads. */
  synchronized GroupLoad of(String group, Collection<ServerName> servers) {
    long now = clock.nanoTime();
    Map<ServerName, ServerLoad> loads =
        servers.stream()
            .filter(meters::containsKey)
            .collect(Collectors.toMap(each -> each, each -> meters.get(each).load(now)));
    SlotDemand demand = demands.get(group);
    return demand == null
        ? new GroupLoad(
            loads, new double[SlotTable.SLOTS], new String[SlotTable.SLOTS], Duration.ZERO)
        : new GroupLoad(loads, demand.perMinute(now), demand.lastRegions(), demand.known(now));
  }
}
