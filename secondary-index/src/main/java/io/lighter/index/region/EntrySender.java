// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends entries to the regions of indexes: those of several regions of one server in one call. What
 * such a call does not confirm is sent once more through HBase's client, which finds regions that
 * have moved or split, and tries again. An entry may therefore arrive twice; both have the same
 * stamp, so the second one changes nothing. Thread-safe.
 */
final class EntrySender {
  private static final Logger LOG = LoggerFactory.getLogger(EntrySender.class);

  /** Entries of a call; a region's are not divided. A handler is busy with them for a while. */
  static final int MOST_TOGETHER = 1_000;

  private final EntryStore store;
  private final IndexRegionMetrics metrics;

  EntrySender(EntryStore store, IndexRegionMetrics metrics) {
    this.store = store;
    this.metrics = metrics;
  }

  /**
   * Inserts entries.
   *
   * @return for each region, what completes once its entries are durable
   * @throws IOException if there is no connection
   */
  Map<RegionInfo, CompletableFuture<Void>> insert(Map<EntryStore.Place, List<Entry>> entries)
      throws IOException {
    Map<RegionInfo, CompletableFuture<Void>> inserts = new LinkedHashMap<>();
    for (Group group : groups(entries)) {
      if (group.alone()) {
        for (Map.Entry<RegionInfo, List<Entry>> region : group.regions().entrySet()) {
          inserts.put(region.getKey(), store.insert(region.getValue()));
        }
      } else {
        CompletableFuture<Set<RegionInfo>> call = together(EntryStore.Change.INSERT, group);
        group
            .regions()
            .forEach(
                (region, some) ->
                    inserts.put(
                        region,
                        call.thenCompose(done -> done.contains(region) ? done() : again(some))));
      }
    }
    return inserts;
  }

  /**
   * Removes entries.
   *
   * @return what completes once all are removed
   * @throws IOException if there is no connection
   */
  CompletableFuture<Void> remove(Map<EntryStore.Place, List<Entry>> entries) throws IOException {
    List<Entry> rest = new ArrayList<>();
    List<CompletableFuture<Void>> calls = new ArrayList<>();
    for (Group group : groups(entries)) {
      if (group.alone()) {
        group.regions().values().forEach(rest::addAll);
      } else {
        calls.add(
            together(EntryStore.Change.REMOVE, group)
                .thenCompose(done -> removeAgain(group.without(done))));
      }
    }
    if (!rest.isEmpty()) {
      calls.add(store.remove(rest));
    }
    return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Removes entries of any region, and waits until all are removed.
   *
   * @param timeout longest time for all calls, and for each look-up of a region
   * @throws IOException if there is no connection
   */
  void removeNow(List<Entry> entries, Duration timeout)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Map<EntryStore.Place, List<Entry>> places = new LinkedHashMap<>();
    for (Entry entry : entries) {
      EntryStore.Place place = store.placeOf(entry).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      places.computeIfAbsent(place, p -> new ArrayList<>()).add(entry);
    }
    Void unused = remove(places).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Entries of one server for one call.
   *
   * @param alone whether each region gets a call of its own
   */
  private record Group(ServerName server, boolean alone, Map<RegionInfo, List<Entry>> regions) {
    List<Entry> without(Set<RegionInfo> done) {
      List<Entry> others = new ArrayList<>();
      regions.forEach(
          (region, some) -> {
            if (!done.contains(region)) {
              others.addAll(some);
            }
          });
      return others;
    }
  }

  private List<Group> groups(Map<EntryStore.Place, List<Entry>> entries) {
    Map<ServerName, Map<RegionInfo, List<Entry>>> servers = new HashMap<>();
    entries.forEach(
        (place, some) ->
            servers
                .computeIfAbsent(place.server(), server -> new LinkedHashMap<>())
                .put(place.region(), some));
    List<Group> groups = new ArrayList<>();
    servers.forEach(
        (server, regions) -> {
          boolean takes = store.takesTogether(server);
          for (Map<RegionInfo, List<Entry>> part : parts(regions)) {
            groups.add(new Group(server, !takes || part.size() == 1, part));
          }
        });
    return groups;
  }

  private static List<Map<RegionInfo, List<Entry>>> parts(Map<RegionInfo, List<Entry>> regions) {
    List<Map<RegionInfo, List<Entry>>> parts = new ArrayList<>();
    Map<RegionInfo, List<Entry>> part = new LinkedHashMap<>();
    int number = 0;
    for (Map.Entry<RegionInfo, List<Entry>> region : regions.entrySet()) {
      if (!part.isEmpty() && number + region.getValue().size() > MOST_TOGETHER) {
        parts.add(part);
        part = new LinkedHashMap<>();
        number = 0;
      }
      part.put(region.getKey(), region.getValue());
      number += region.getValue().size();
    }
    parts.add(part);
    return parts;
  }

  /** A call for a group. Never fails: it completes with the regions that need no second call. */
  private CompletableFuture<Set<RegionInfo>> together(EntryStore.Change change, Group group)
      throws IOException {
    metrics.serverCall();
    return store
        .together(change, group.server(), group.regions())
        .handle(
            (done, failure) -> {
              if (failure != null) {
                LOG.debug("{}: one call for all regions failed", group.server(), failure);
              }
              Set<RegionInfo> durable = failure == null ? done : Set.of();
              metrics.sentAgain(group.regions().size() - durable.size());
              return durable;
            });
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> again(List<Entry> entries) {
    try {
      return store.insert(entries);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Void> removeAgain(List<Entry> entries) {
    try {
      return entries.isEmpty() ? done() : store.remove(entries);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
