// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StoreFileExtent;
import io.lighter.common.protocol.LighterProtos.StoreStructure;
import io.lighter.common.protocol.LighterProtos.StoreTree;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.TierSums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** The stores of a table as region servers report them, with places for a picture. */
final class StoreList {
  private static final Comparator<StoreFileExtent> BY_FIRST_ROW =
      Comparator.comparing(StoreFileExtent::getFirstRow, KeyScale.ROWS)
          .thenComparing(StoreFileExtent::getLastRow, KeyScale.ROWS);

  /** Steps of a place, finer than a screen. */
  private static final double PLACES = 10_000;

  private StoreList() {}

  /**
   * Returns the sums of a table and its stores, by region server and region.
   *
   * <p>{@code silent_servers} have the table and have not reported its stores, since they have not
   * been asked yet. A server that does not report the table, such as one with 100 larger tables, is
   * not among them: only the table's regions show whether all stores are here.
   */
  static JsonObject of(Snapshot snapshot, String table) {
    JsonArray stores = new JsonArray();
    JsonArray silent = new JsonArray();
    long leftOut = 0;
    for (RegionServerReport server : new TreeMap<>(snapshot.regionServers()).values()) {
      boolean hasTable =
          server.getTableStructureList().stream()
              .anyMatch(each -> each.getTable().equals(table) && each.getStores() > 0);
      List<StoreStructure> reported =
          server.getStoreList().stream().filter(store -> store.getTable().equals(table)).toList();
      reported.forEach(store -> stores.add(store(server.getRegionServer(), store)));
      if (!reported.isEmpty()) {
        leftOut += server.getStoresLeftOut();
      } else if (hasTable) {
        silent.add(server.getRegionServer());
      }
    }
    JsonObject json = new JsonObject();
    json.addProperty("table", table);
    TableList.Sums sums = TableList.all(snapshot).get(table);
    json.add("sums", sums == null ? JsonNull.INSTANCE : sums.json());
    TierSums tiers = TierSums.all(snapshot).get(table);
    json.add("tiers", tiers == null ? JsonNull.INSTANCE : TierList.json(tiers));
    json.add("silent_servers", silent);
    json.addProperty("stores_left_out", leftOut);
    json.add("stores", stores);
    return json;
  }

  private static JsonObject store(String regionServer, StoreStructure store) {
    JsonObject json = new JsonObject();
    json.addProperty("region_server", regionServer);
    json.addProperty("region", store.getRegion());
    json.add("start_row", row(store.getStartRow()));
    json.add("end_row", row(store.getEndRow()));
    json.addProperty("family", store.getFamily());
    json.addProperty("engine", store.getEngine());
    json.addProperty("decorated", store.getDecorated());
    json.addProperty("files", store.getFiles());
    json.addProperty("runs", store.getRuns());
    json.addProperty("bytes", store.getBytes());
    json.addProperty("waiting_bytes", store.getWaitingBytes());
    json.addProperty("unmerged_bytes", store.getBytes() - store.getRunBytes());
    json.add("tree", trees(store.getTreeList()));
    json.add("file", files(store.getFileList()));
    return json;
  }

  private static JsonArray trees(List<StoreTree> trees) {
    JsonArray json = new JsonArray();
    for (StoreTree tree : trees) {
      JsonObject each = new JsonObject();
      each.addProperty("stage", tree.getStage());
      each.addProperty("files", tree.getFiles());
      each.addProperty("bytes", tree.getBytes());
      each.addProperty("due_clusters", tree.getDueClusters());
      each.addProperty("due_bytes", tree.getDueBytes());
      json.add(each);
    }
    return json;
  }

  /** The files in the order of their first rows; those without cells last, without a place. */
  private static JsonArray files(List<StoreFileExtent> files) {
    List<StoreFileExtent> withCells =
        files.stream().filter(StoreList::hasCells).sorted(BY_FIRST_ROW).toList();
    JsonArray json = new JsonArray();
    if (!withCells.isEmpty()) {
      List<ByteString> keys = new ArrayList<>();
      withCells.forEach(file -> keys.addAll(List.of(file.getFirstRow(), file.getLastRow())));
      KeyScale scale = new KeyScale(keys);
      List<ByteString> ends = new ArrayList<>(); // last row of each lane but the first
      for (StoreFileExtent file : withCells) {
        JsonObject each = file(file);
        double from = place(scale, file.getFirstRow());
        each.addProperty("from", from);
        each.addProperty("to", Math.max(from, place(scale, file.getLastRow())));
        each.addProperty("lane", file.getInLargestRun() ? 0 : lane(ends, file));
        json.add(each);
      }
    }
    files.stream().filter(file -> !hasCells(file)).forEach(file -> json.add(file(file)));
    return json;
  }

  private static double place(KeyScale scale, ByteString row) {
    return Math.round(scale.position(row) * PLACES) / PLACES;
  }

  /** Puts a file into the first lane where it fits, from 1. */
  private static int lane(List<ByteString> ends, StoreFileExtent file) {
    int lane = 0;
    while (lane < ends.size() && KeyScale.ROWS.compare(ends.get(lane), file.getFirstRow()) >= 0) {
      lane++;
    }
    if (lane < ends.size()) {
      ends.set(lane, file.getLastRow());
    } else {
      ends.add(file.getLastRow());
    }
    return lane + 1;
  }

  private static boolean hasCells(StoreFileExtent file) {
    return file.hasFirstRow() && file.hasLastRow();
  }

  private static JsonObject file(StoreFileExtent file) {
    JsonObject json = new JsonObject();
    json.add("first_row", row(file.getFirstRow()));
    json.add("last_row", row(file.getLastRow()));
    json.addProperty("bytes", file.getBytes());
    json.addProperty("in_largest_run", file.getInLargestRun());
    json.add("tree", file.hasTree() ? new JsonPrimitive(file.getTree()) : JsonNull.INSTANCE);
    return json;
  }

  /** A row as HBase's shell prints it; null for an empty one. */
  private static JsonElement row(ByteString row) {
    return row.isEmpty()
        ? JsonNull.INSTANCE
        : new JsonPrimitive(Bytes.toStringBinary(row.toByteArray()));
  }
}
