// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.IndexActivity;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.manager.monitor.IndexSums;
import io.lighter.manager.monitor.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * List of the tables with secondary indexes; a request gets a page of the list. What the region
 * servers did for indexes comes with each page, since region servers count over all tables.
 */
final class IndexList {
  static final Paging.Orders<IndexSums> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "table", Comparator.comparing(IndexSums::table),
              "index_bytes", Comparator.comparingLong(IndexSums::indexBytes),
              "regions", Comparator.comparingLong(IndexSums::regions),
              "broken_regions", Comparator.comparingLong(IndexList::trouble)),
          "broken_regions",
          true);

  private IndexList() {}

  /** Returns the page, in its order. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<IndexSums> page =
        paging.of(
            List.copyOf(IndexSums.all(snapshot).values()),
            ORDERS,
            IndexSums::table,
            IndexSums::table);
    Map<String, IndexRound> rounds =
        snapshot.status().getIndexRoundList().stream()
            .collect(Collectors.toMap(IndexRound::getIndexTable, Function.identity(), (a, b) -> a));
    JsonArray tables = new JsonArray();
    page.entries().forEach(table -> tables.add(json(table, rounds)));
    JsonObject json = new JsonObject();
    json.add("tables", tables);
    json.add("activity", activity(snapshot));
    paging.addTo(json, page.total());
    return json;
  }

  /** Regions that keep no index, and suspect indexes: these tables come first. */
  private static long trouble(IndexSums sums) {
    return sums.broken() + sums.suspect().size();
  }

  private static JsonObject json(IndexSums sums, Map<String, IndexRound> rounds) {
    JsonArray indexes = new JsonArray();
    sums.indexes()
        .forEach(
            (name, index) -> {
              JsonObject each = new JsonObject();
              each.addProperty("name", name);
              each.addProperty("table", index.table());
              if (index.bytes() < 0) {
                each.add("bytes", JsonNull.INSTANCE);
              } else {
                each.addProperty("bytes", index.bytes());
              }
              each.addProperty("state", index.state());
              IndexRound round = rounds.get(index.table());
              each.add("collection", round == null ? JsonNull.INSTANCE : collection(round));
              indexes.add(each);
            });
    JsonArray brokenOn = new JsonArray();
    sums.brokenOn().forEach(brokenOn::add);
    JsonObject json = new JsonObject();
    json.addProperty("table", sums.table());
    json.addProperty("bytes", sums.bytes());
    json.add("indexes", indexes);
    json.addProperty("index_bytes", sums.indexBytes());
    json.addProperty("regions", sums.regions());
    json.addProperty("unobserved_regions", sums.unobserved());
    json.addProperty("refusing_regions", sums.refusing());
    json.add("broken_on", brokenOn);
    return json;
  }

  /** Returns the last round of collection, the running one, and what stands against one. */
  private static JsonObject collection(IndexRound round) {
    JsonObject json = new JsonObject();
    json.addProperty("last", round.hasId() ? round.getId() : null);
    json.addProperty("ended_ms", round.hasEndedMs() ? round.getEndedMs() : null);
    json.addProperty("bytes_before", round.hasBytesBefore() ? round.getBytesBefore() : null);
    json.addProperty("bytes_after", round.hasBytesAfter() ? round.getBytesAfter() : null);
    json.addProperty("running", round.hasRunningId() ? round.getRunningId() : null);
    json.addProperty("compacting_index", round.getCompactingIndex());
    json.addProperty("regions_done", round.getRegionsDone());
    json.addProperty("regions", round.getRegions());
    json.addProperty("problem", round.hasProblem() ? round.getProblem() : null);
    return json;
  }

  /** Returns the sums over region servers; of times the longest. */
  private static JsonObject activity(Snapshot snapshot) {
    long inserts = 0;
    long refused = 0;
    long removals = 0;
    long dropped = 0;
    long queue = 0;
    long p99 = 0;
    JsonArray shared = new JsonArray();
    for (RegionServerReport server :
        snapshot.regionServers().values().stream()
            .filter(RegionServerReport::hasIndexActivity)
            .sorted(Comparator.comparing(RegionServerReport::getRegionServer))
            .toList()) {
      IndexActivity activity = server.getIndexActivity();
      inserts += activity.getInserts();
      refused += activity.getRefusedBatches();
      removals += activity.getRemovals();
      dropped += activity.getRemovalsDropped();
      queue += activity.getRemovalQueue();
      p99 = Math.max(p99, activity.getInsertP99Ms());
      if (!activity.getOwnHandlers()) {
        shared.add(server.getRegionServer());
      }
    }
    JsonObject json = new JsonObject();
    json.addProperty("inserts", inserts);
    json.addProperty("refused_batches", refused);
    json.addProperty("removals", removals);
    json.addProperty("removals_dropped", dropped);
    json.addProperty("removal_queue", queue);
    json.addProperty("insert_p99_ms", p99);
    json.add("servers_with_shared_handlers", shared);
    return json;
  }
}
