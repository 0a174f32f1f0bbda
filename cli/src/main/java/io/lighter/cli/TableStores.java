// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * The stores of a table as the manager's REST API shows them.
 *
 * @param sums amplification and bytes; empty if no region server reports the table
 * @param tiers levels and tiers; empty if no store has them, or the manager is an older one
 * @param silentServers region servers that have the table and have not reported its stores yet
 * @param leftOut number of stores that did not fit into reports, or could not be read
 */
record TableStores(
    Optional<TableStores.Sums> sums,
    Optional<TableStores.Tiers> tiers,
    List<String> silentServers,
    long leftOut,
    List<TableStores.Store> stores) {
  static final TableStores NONE =
      new TableStores(Optional.empty(), Optional.empty(), List.of(), 0, List.of());

  /**
   * Sums over region servers; an amplification is empty if it is unknown.
   *
   * @param flushedBytes written by flushes since the region servers started
   * @param compactedBytes written by compactions since the region servers started
   * @param mostRuns sorted runs of the store with most
   */
  record Sums(
      long flushedBytes,
      long compactedBytes,
      long bytes,
      long unmergedBytes,
      int mostRuns,
      Optional<Double> write,
      Optional<Double> read,
      Optional<Double> space) {}

  /**
   * The stores with an engine of levels.
   *
   * @param fullRuns runs with as many files as a merge needs, of which no merge has begun
   * @param fullRunMs the longest time for which a store has had such runs, in milliseconds
   * @param misplacedShare misplaced bytes by all bytes of replicas; empty if that is not known
   */
  record Tiers(
      List<Level> levels,
      long fullRuns,
      long fullRunMs,
      long misplacedBytes,
      long coldInHotBytes,
      long hotInColdBytes,
      Optional<Double> misplacedShare) {}

  /**
   * A level.
   *
   * @param mergedBytes written by merges to files of the level since the region servers started
   * @param write the same per byte flushed; empty if nothing was flushed
   */
  record Level(int level, long bytes, long mergedBytes, Optional<Double> write) {}

  /**
   * A store.
   *
   * @param engine class of the engine; of the one underneath if decorated
   * @param runs sorted runs
   * @param reported the reported files with a cell, the largest ones, by first row
   * @param trees trees of the files, the oldest first; none with an engine that has no trees
   */
  record Store(
      String regionServer,
      String region,
      String family,
      String engine,
      boolean decorated,
      int files,
      int runs,
      long bytes,
      long waitingBytes,
      long unmergedBytes,
      List<ReportedFile> reported,
      List<Tree> trees) {}

  /**
   * Files that are one sorted run, or become one by the due compactions.
   *
   * @param dueClusters groups of files that overlap
   * @param dueBytes bytes of these
   */
  record Tree(int stage, int files, long bytes, int dueClusters, long dueBytes) {}

  /**
   * A file. Places are shares of the store's rows in steps of 1 in {@link #PLACES}: files whose
   * places do not overlap have no row in common, others may.
   *
   * @param from place of the first row
   * @param to place of the last row
   */
  record ReportedFile(long bytes, int from, int to) {
    /** As fine as the manager reports places. */
    static final int PLACES = 10_000;
  }

  /**
   * The regions without a reported store, and those with a family whose store is not reported.
   *
   * @param regions encoded names of the table's regions
   * @param families names of the table's families; empty: one store of a region is enough
   */
  Set<String> notReported(Set<String> regions, Set<String> families) {
    Map<String, Set<String>> reported = new HashMap<>();
    stores.forEach(
        store ->
            reported.computeIfAbsent(store.region(), any -> new HashSet<>()).add(store.family()));
    Set<String> missing = new TreeSet<>(regions);
    missing.removeIf(
        region -> reported.containsKey(region) && reported.get(region).containsAll(families));
    return missing;
  }

  /**
   * Reads an answer of the API.
   *
   * @throws RuntimeException of Gson, if the answer is something else
   */
  static TableStores parse(String body) {
    JsonObject json = JsonParser.parseString(body).getAsJsonObject();
    List<Store> stores = new ArrayList<>();
    field(json, "stores")
        .getAsJsonArray()
        .forEach(each -> stores.add(store(each.getAsJsonObject())));
    List<String> silent = new ArrayList<>();
    field(json, "silent_servers").getAsJsonArray().forEach(each -> silent.add(each.getAsString()));
    JsonElement sums = field(json, "sums");
    return new TableStores(
        sums.isJsonNull() ? Optional.empty() : Optional.of(sums(sums.getAsJsonObject())),
        json.has("tiers") && json.get("tiers").isJsonObject()
            ? Optional.of(tiers(json.getAsJsonObject("tiers")))
            : Optional.empty(),
        silent,
        field(json, "stores_left_out").getAsLong(),
        stores);
  }

  private static Sums sums(JsonObject json) {
    return new Sums(
        field(json, "flushed_bytes").getAsLong(),
        field(json, "compacted_bytes").getAsLong(),
        field(json, "bytes").getAsLong(),
        field(json, "unmerged_bytes").getAsLong(),
        field(json, "most_runs").getAsInt(),
        fraction(field(json, "write_amplification")),
        fraction(field(json, "read_amplification")),
        fraction(field(json, "space_amplification")));
  }

  private static Tiers tiers(JsonObject json) {
    List<Level> levels = new ArrayList<>();
    for (JsonElement each : field(json, "levels").getAsJsonArray()) {
      JsonObject level = each.getAsJsonObject();
      levels.add(
          new Level(
              field(level, "level").getAsInt(),
              field(level, "bytes").getAsLong(),
              field(level, "merged_bytes").getAsLong(),
              fraction(field(level, "write_amplification"))));
    }
    return new Tiers(
        levels,
        field(json, "full_runs").getAsLong(),
        field(json, "full_run_ms").getAsLong(),
        field(json, "misplaced_bytes").getAsLong(),
        field(json, "cold_in_hot_bytes").getAsLong(),
        field(json, "hot_in_cold_bytes").getAsLong(),
        fraction(field(json, "misplaced_share")));
  }

  private static JsonElement field(JsonObject json, String name) {
    JsonElement value = json.get(name);
    if (value == null) {
      throw new JsonParseException("no " + name);
    }
    return value;
  }

  private static Optional<Double> fraction(JsonElement element) {
    return element.isJsonNull() ? Optional.empty() : Optional.of(element.getAsDouble());
  }

  private static List<Tree> trees(JsonObject store) {
    List<Tree> trees = new ArrayList<>();
    if (store.has("tree")) { // a manager of an earlier version does not tell
      for (JsonElement each : store.get("tree").getAsJsonArray()) {
        JsonObject tree = each.getAsJsonObject();
        trees.add(
            new Tree(
                field(tree, "stage").getAsInt(),
                field(tree, "files").getAsInt(),
                field(tree, "bytes").getAsLong(),
                field(tree, "due_clusters").getAsInt(),
                field(tree, "due_bytes").getAsLong()));
      }
    }
    return trees;
  }

  private static int place(JsonObject file, String name) {
    return (int) Math.round(field(file, name).getAsDouble() * ReportedFile.PLACES);
  }

  private static Store store(JsonObject json) {
    List<ReportedFile> files = new ArrayList<>();
    for (JsonElement each : field(json, "file").getAsJsonArray()) {
      JsonObject file = each.getAsJsonObject();
      if (file.has("from") && file.has("to")) { // a file without a cell has no place
        files.add(
            new ReportedFile(
                field(file, "bytes").getAsLong(), place(file, "from"), place(file, "to")));
      }
    }
    return new Store(
        field(json, "region_server").getAsString(),
        field(json, "region").getAsString(),
        field(json, "family").getAsString(),
        field(json, "engine").getAsString(),
        field(json, "decorated").getAsBoolean(),
        field(json, "files").getAsInt(),
        field(json, "runs").getAsInt(),
        field(json, "bytes").getAsLong(),
        field(json, "waiting_bytes").getAsLong(),
        field(json, "unmerged_bytes").getAsLong(),
        files,
        trees(json));
  }
}
