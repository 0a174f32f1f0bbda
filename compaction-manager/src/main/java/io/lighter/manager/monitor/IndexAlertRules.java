// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.manager.monitor.Alert.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Derives the alerts about secondary indexes from a snapshot: a pure function. */
final class IndexAlertRules {
  /** Bound on tables with an alert about their indexes: those with most regions concerned. */
  static final int MOST_INDEXED_TABLES = 20;

  /** Bound on region servers, or indexes, that an alert names. */
  private static final int MOST_NAMED = 3;

  private IndexAlertRules() {}

  /** Returns all alerts, however short. */
  static List<Alert> of(Snapshot now) {
    List<Alert> alerts = new ArrayList<>();
    Collection<IndexSums> tables = IndexSums.all(now).values();
    tables.stream()
        .filter(table -> table.broken() > 0)
        .sorted(Comparator.comparingLong(IndexSums::broken).reversed())
        .limit(MOST_INDEXED_TABLES)
        .forEach(table -> alerts.add(brokenIndex(table)));
    tables.stream()
        .filter(table -> !table.suspect().isEmpty())
        .limit(MOST_INDEXED_TABLES)
        .forEach(table -> alerts.add(suspectIndex(table)));
    List<String> shared =
        now.regionServers().values().stream()
            .filter(
                server -> server.hasIndexActivity() && !server.getIndexActivity().getOwnHandlers())
            .map(RegionServerReport::getRegionServer)
            .sorted()
            .toList();
    if (!shared.isEmpty()) {
      alerts.add(
          new Alert(
              Kind.INDEX_HANDLERS_SHARED,
              "",
              "Index calls have no handlers of their own on %s: set hbase.region.server.rpc"
                      .formatted(some(shared))
                  + ".scheduler.factory.class to io.lighter.index.rpc.IndexRpcSchedulerFactory"));
    }
    return alerts;
  }

  private static Alert brokenIndex(IndexSums table) {
    List<String> servers = List.copyOf(table.brokenOn());
    String text =
        table.unobserved() > 0
            ? "%d of %d regions of %s insert no index entries, so lookups miss rows: %s did not load"
                    .formatted(table.unobserved(), table.regions(), table.table(), some(servers))
                + " the observer"
            : "%d of %d regions of %s refuse writes, on %s: the definition of an index cannot be read"
                .formatted(table.refusing(), table.regions(), table.table(), some(servers));
    return new Alert(Kind.INDEX_BROKEN, table.table(), text);
  }

  private static Alert suspectIndex(IndexSums table) {
    return new Alert(
        Kind.INDEX_SUSPECT,
        table.table(),
        "Lookups by %s of %s are refused, since a table was restored, truncated or altered in its"
                .formatted(some(table.suspect()), table.table())
            + " files: run 'lighter index rebuild'");
  }

  private static String some(List<String> all) {
    String names = all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = all.size() - MOST_NAMED;
    return more > 0 ? names + " and %d more".formatted(more) : names;
  }
}
