// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Estimates the DataNodes from which a job will read, by the rules of {@code ReplicaOrder}: from
 * the replica on this machine if there is one, otherwise from any but the region server's. Which of
 * those has the fewest jobs is known only when the file is opened. So a block with a local replica
 * counts for this machine, and any other block in equal parts for all its replicas outside of the
 * region server's machine. The region server's replica counts if no other exists. Not thread-safe.
 */
final class InputLocations {
  /** Smallest part of the input that makes a DataNode one that is mostly read from. */
  private static final double MIN_PART = 0.25;

  /** Factor of the largest part above which a part counts as equally large. */
  private static final double NEARLY = 0.9;

  private final Predicate<String> isLocal;
  private final BiPredicate<String, String> isRegionServers;
  private final Map<String, Double> bytesByHost = new HashMap<>();
  private double bytes;

  /**
   * Creates empty sums.
   *
   * @param isLocal whether an address ({@code 10.0.0.1:9866}) of a DataNode belongs to this machine
   * @param isRegionServers whether a DataNode, by host name and address, is on the region server's
   *     machine; never, if jobs read the replicas in HDFS's order
   */
  InputLocations(Predicate<String> isLocal, BiPredicate<String, String> isRegionServers) {
    this.isLocal = isLocal;
    this.isRegionServers = isRegionServers;
  }

  /** Adds a block of an input. */
  void add(BlockLocation block) throws IOException {
    bytes += block.getLength();
    String[] hosts = block.getHosts();
    int local = localReplica(block.getNames());
    if (local >= 0) {
      bytesByHost.merge(hosts[local], (double) block.getLength(), Double::sum);
      return;
    }
    List<String> read = withoutRegionServers(hosts, block.getNames());
    for (String host : read) {
      bytesByHost.merge(host, block.getLength() / (double) read.size(), Double::sum);
    }
  }

  /** The hosts of the replicas outside of the region server's machine; all if there are none. */
  private List<String> withoutRegionServers(String[] hosts, String[] addresses) {
    List<String> others = new ArrayList<>();
    for (int i = 0; i < hosts.length; i++) {
      if (!isRegionServers.test(hosts[i], addresses[i])) {
        others.add(hosts[i]);
      }
    }
    return others.isEmpty() ? List.of(hosts) : others;
  }

  /**
   * Host names of the DataNodes that will mostly be read from, with equal probability; empty if the
   * input is too scattered.
   */
  List<String> mostlyReadFrom() {
    double most = bytesByHost.values().stream().mapToDouble(each -> each).max().orElse(0);
    if (most < MIN_PART * bytes) {
      return List.of();
    }
    return bytesByHost.entrySet().stream()
        .filter(each -> each.getValue() > 0 && each.getValue() >= NEARLY * most)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private int localReplica(String[] addresses) {
    for (int i = 0; i < addresses.length; i++) {
      if (isLocal.test(addresses[i])) {
        return i;
      }
    }
    return -1;
  }
}
