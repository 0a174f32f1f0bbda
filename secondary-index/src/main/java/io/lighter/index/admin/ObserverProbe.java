// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds region servers that cannot load the observer of indexes. A region server aborts when a
 * table names a coprocessor that it cannot load, so the data table must not be the first to try.
 *
 * <p>The probe is an empty table with the observer, with a region on each region server, and with
 * {@code hbase.coprocessor.abortonerror} off for this table alone. A report of a server that has a
 * region of the table lists the observer if it is loaded. Confined to a thread.
 */
final class ObserverProbe {
  private static final Logger LOG = LoggerFactory.getLogger(ObserverProbe.class);

  private static final String ABORT_ON_ERROR = "hbase.coprocessor.abortonerror";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** What the reports say about one server. */
  enum Finding {
    /** The server has loaded the observer, for any table. */
    LOADED,
    /** The server has a region of the probe, and not the observer. */
    MISSING,
    /** The server has no region of the probe. */
    UNTRIED
  }

  private final Admin admin;
  private final String namespace;

  /**
   * Creates the probe.
   *
   * @param namespace where the table is created
   */
  ObserverProbe(Admin admin, String namespace) {
    this.admin = admin;
    this.namespace = namespace;
  }

  /**
   * Tries all live region servers.
   *
   * @return what is wrong, a sentence for each server that lacks the observer
   */
  List<String> problems() throws IOException {
    Map<ServerName, ServerMetrics> servers = servers();
    if (servers.values().stream().allMatch(ObserverProbe::hasObserver)) {
      return List.of(); // of another table
    }
    TableName table =
        TableName.valueOf(
            namespace, "lighter-index-probe-%08x".formatted(ThreadLocalRandom.current().nextInt()));
    try {
      admin.createTable(descriptor(table), splits(servers.size()));
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains(HBaseIndexCluster.OBSERVER_REPORTED)) {
        return List.of(
            "the master cannot load %s: install lighter-regionserver-patch there"
                .formatted(IndexNames.OBSERVER));
      }
      throw e;
    }
    try {
      return tried(table);
    } finally {
      delete(table);
    }
  }

  private static TableDescriptor descriptor(TableName table) throws IOException {
    return TableDescriptorBuilder.newBuilder(table)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("p"))
        .setCoprocessor(IndexNames.OBSERVER)
        .setValue(ABORT_ON_ERROR, "false")
        .build();
  }

  private static byte[][] splits(int regions) {
    byte[][] splits = new byte[Math.max(0, regions - 1)][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = Bytes.toBytes(i + 1);
    }
    return splits.length == 0 ? null : splits;
  }

  private List<String> tried(TableName table) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Map<ServerName, ServerMetrics> servers = servers();
      Map<ServerName, Finding> findings = new TreeMap<>();
      servers.forEach((name, metrics) -> findings.put(name, finding(metrics, table)));
      boolean last = System.nanoTime() >= end;
      if (last || !findings.containsValue(Finding.UNTRIED)) {
        return sentences(findings);
      }
      spread(table, findings);
      pause();
    }
  }

  /** What a server's report says. Regions and coprocessors of one report are of one moment. */
  static Finding finding(ServerMetrics metrics, TableName table) {
    if (hasObserver(metrics)) {
      return Finding.LOADED;
    }
    for (RegionMetrics region : metrics.getRegionMetrics().values()) {
      if (RegionInfo.getTable(region.getRegionName()).equals(table)) {
        return Finding.MISSING;
      }
    }
    return Finding.UNTRIED;
  }

  private static boolean hasObserver(ServerMetrics metrics) {
    return metrics.getCoprocessorNames().contains(HBaseIndexCluster.OBSERVER_REPORTED);
  }

  /** What is wrong, by server. */
  static List<String> sentences(Map<ServerName, Finding> findings) {
    List<String> sentences = new ArrayList<>();
    findings.forEach(
        (server, finding) -> {
          switch (finding) {
            case LOADED -> {}
            case MISSING ->
                sentences.add(
                    ("%s cannot load the observer of indexes: install lighter-regionserver-patch of"
                            + " this version there, and leave hbase.coprocessor.user.enabled on")
                        .formatted(server.getServerName()));
            case UNTRIED ->
                sentences.add(
                    "%s took no region of the probe within %d s, so its plug-in is unknown; try again"
                        .formatted(server.getServerName(), PATIENCE.toSeconds()));
          }
        });
    return sentences;
  }

  /** Moves regions from servers that have several, or are done, to servers without one. */
  private void spread(TableName table, Map<ServerName, Finding> findings) throws IOException {
    Map<ServerName, List<RegionInfo>> regions = new TreeMap<>();
    for (ServerName server : findings.keySet()) {
      List<RegionInfo> here = new ArrayList<>();
      for (RegionInfo region : admin.getRegions(server)) {
        if (region.getTable().equals(table)) {
          here.add(region);
        }
      }
      regions.put(server, here);
    }
    moves(findings, regions).forEach(this::move);
  }

  /**
   * The regions to move, and where to. A server that has a region and has not reported yet keeps
   * one.
   */
  static Map<RegionInfo, ServerName> moves(
      Map<ServerName, Finding> findings, Map<ServerName, List<RegionInfo>> regions) {
    List<RegionInfo> spare = new ArrayList<>();
    Set<ServerName> without = new TreeSet<>();
    findings.forEach(
        (server, finding) -> {
          List<RegionInfo> here = regions.getOrDefault(server, List.of());
          boolean tried = finding != Finding.UNTRIED;
          if (!tried && here.isEmpty()) {
            without.add(server);
          } else if (!here.isEmpty()) {
            spare.addAll(here.subList(tried ? 0 : 1, here.size()));
          }
        });
    Map<RegionInfo, ServerName> moves = new TreeMap<>(RegionInfo.COMPARATOR);
    for (ServerName server : without) {
      if (moves.size() < spare.size()) {
        moves.put(spare.get(moves.size()), server);
      }
    }
    return moves;
  }

  /** A move that fails is tried again at the next look. */
  private void move(RegionInfo region, ServerName server) {
    try {
      admin.move(region.getEncodedNameAsBytes(), server);
    } catch (IOException e) {
      LOG.debug("region of the probe has not moved: {} to {}", region, server, e);
    }
  }

  private Map<ServerName, ServerMetrics> servers() throws IOException {
    return admin
        .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
        .getLiveServerMetrics();
  }

  private void delete(TableName table) throws IOException {
    admin.disableTable(table);
    admin.deleteTable(table);
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
