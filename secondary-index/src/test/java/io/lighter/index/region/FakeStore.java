// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Index tables in memory, one region each: a list of calls. */
final class FakeStore implements EntryStore {
  static final ServerName SERVER = ServerName.valueOf("rs1", 16020, 1);

  /** Entries of calls for one region or table, such as {@code insert t__i Rome@7}. */
  final List<String> calls = new ArrayList<>();

  /** Calls for several regions, such as {@code insert rs1: t__i Rome@7, t__j 12@7}. */
  final List<String> together = new ArrayList<>();

  /** Servers by table; others are on {@link #SERVER}. */
  final Map<TableName, ServerName> servers = new HashMap<>();

  /** What calls for one region or table answer. */
  CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

  /** What calls for several regions answer; null: all of their regions. */
  CompletableFuture<Set<RegionInfo>> durable;

  /** Servers that take no call for several regions. */
  final List<ServerName> without = new ArrayList<>();

  static RegionInfo region(TableName table) {
    return RegionInfoBuilder.newBuilder(table).setRegionId(1).build();
  }

  @Override
  public CompletableFuture<Place> placeOf(Entry entry) {
    return CompletableFuture.completedFuture(
        new Place(region(entry.table()), servers.getOrDefault(entry.table(), SERVER)));
  }

  @Override
  public CompletableFuture<Void> insert(List<Entry> entries) {
    return call("insert", entries);
  }

  @Override
  public CompletableFuture<Void> remove(List<Entry> entries) {
    return call("remove", entries);
  }

  @Override
  public boolean takesTogether(ServerName server) {
    return !without.contains(server);
  }

  @Override
  public CompletableFuture<Set<RegionInfo>> together(
      Change change, ServerName server, Map<RegionInfo, List<Entry>> entries) {
    together.add(
        "%s %s: %s"
            .formatted(
                change == Change.INSERT ? "insert" : "remove",
                server.getHostname(),
                String.join(
                    ", ",
                    entries.values().stream()
                        .flatMap(List::stream)
                        .map(FakeStore::text)
                        .sorted()
                        .toList())));
    return durable == null ? CompletableFuture.completedFuture(entries.keySet()) : durable;
  }

  private CompletableFuture<Void> call(String what, List<Entry> entries) {
    entries.forEach(entry -> calls.add(what + " " + text(entry)));
    return answer;
  }

  private static String text(Entry entry) {
    return "%s %s@%d".formatted(entry.table(), Bytes.toStringBinary(entry.row()), entry.stamp());
  }
}
