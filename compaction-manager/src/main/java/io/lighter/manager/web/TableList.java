// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.manager.monitor.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** List of tables with their amplifications; a request gets a page of the list. */
final class TableList {
  static final Paging.Orders<Sums> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "table", Comparator.comparing(Sums::table),
              "files", by(Sums::files),
              "bytes", by(Sums::bytes),
              "unmerged_bytes", by(Sums::unmergedBytes),
              "write_amplification", by(Sums::writeAmplification),
              "read_amplification", by(Sums::readAmplification),
              "space_amplification", by(Sums::spaceAmplification)),
          "bytes",
          true);

  private static final double UNKNOWN = -1;

  /**
   * A table's sums over region servers.
   *
   * @param servers region servers with the table, or that had it in the last hour
   * @param mostRuns sorted runs of the store with most
   */
  record Sums(
      String table,
      int servers,
      long flushedBytes,
      long compactedBytes,
      long stores,
      long files,
      long runs,
      int mostRuns,
      long bytes,
      long waitingBytes,
      long runBytes) {
    private static Sums of(TableStructure table) {
      return new Sums(
          table.getTable(),
          1,
          table.getFlushedBytes(),
          table.getCompactedBytes(),
          table.getStores(),
          table.getFiles(),
          table.getRuns(),
          table.getMostRuns(),
          table.getBytes(),
          table.getWaitingBytes(),
          table.getRunBytes());
    }

    private Sums plus(Sums other) {
      return new Sums(
          table,
          servers + other.servers,
          flushedBytes + other.flushedBytes,
          compactedBytes + other.compactedBytes,
          stores + other.stores,
          files + other.files,
          runs + other.runs,
          Math.max(mostRuns, other.mostRuns),
          bytes + other.bytes,
          waitingBytes + other.waitingBytes,
          runBytes + other.runBytes);
    }

    private long unmergedBytes() {
      return bytes - runBytes;
    }

    /** Bytes written per byte flushed; negative if nothing was flushed. */
    private double writeAmplification() {
      return quotient((double) flushedBytes + compactedBytes, flushedBytes);
    }

    private double readAmplification() {
      return quotient((double) runs, stores);
    }

    private double spaceAmplification() {
      return quotient((double) bytes + waitingBytes, runBytes);
    }

    private static double quotient(double value, long by) {
      return by > 0 ? value / by : UNKNOWN;
    }

    JsonObject json() {
      JsonObject json = new JsonObject();
      json.addProperty("table", table);
      json.addProperty("region_servers", servers);
      json.addProperty("flushed_bytes", flushedBytes);
      json.addProperty("compacted_bytes", compactedBytes);
      json.addProperty("stores", stores);
      json.addProperty("files", files);
      json.addProperty("most_runs", mostRuns);
      json.addProperty("bytes", bytes);
      json.addProperty("waiting_bytes", waitingBytes);
      json.addProperty("unmerged_bytes", unmergedBytes());
      json.add("write_amplification", Json.fraction(writeAmplification()));
      json.add("read_amplification", Json.fraction(readAmplification()));
      json.add("space_amplification", Json.fraction(spaceAmplification()));
      return json;
    }
  }

  private TableList() {}

  private static Comparator<Sums> by(ToDoubleFunction<Sums> value) {
    return Comparator.comparingDouble(value);
  }

  /** Returns the page, in its order. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<Sums> page =
        paging.of(List.copyOf(all(snapshot).values()), ORDERS, Sums::table, Sums::table);
    JsonArray tables = new JsonArray();
    page.entries().forEach(table -> tables.add(table.json()));
    JsonObject json = new JsonObject();
    json.add("tables", tables);
    paging.addTo(json, page.total());
    return json;
  }

  /** The sums of all reported tables, by name. */
  static Map<String, Sums> all(Snapshot snapshot) {
    Map<String, Sums> tables = new TreeMap<>();
    for (RegionServerReport server : snapshot.regionServers().values()) {
      for (TableStructure table : server.getTableStructureList()) {
        tables.merge(table.getTable(), Sums.of(table), Sums::plus);
      }
    }
    return tables;
  }
}
