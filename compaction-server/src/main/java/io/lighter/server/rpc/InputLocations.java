// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.hdfs.LocalAddresses;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Estimates the DataNodes from which a job will read. HDFS reads a block from the replica on the
 * same machine if there is one. Otherwise it reads from any of the nearest, which may change with
 * every opened file. So a block with a local replica counts for this machine, and any other block
 * in equal parts for all its replicas. Not thread-safe.
 */
final class InputLocations {
  /** Smallest part of the input that makes a DataNode one that is mostly read from. */
  private static final double MIN_PART = 0.25;

  /** Factor of the largest part above which a part counts as equally large. */
  private static final double NEARLY = 0.9;

  private final Predicate<String> isLocal;
  private final Map<String, Double> bytesByHost = new HashMap<>();
  private double bytes;

  InputLocations() {
    this(LocalAddresses::isLocal);
  }

  /**
   * Creates empty sums.
   *
   * @param isLocal whether an address ({@code 10.0.0.1:9866}) of a DataNode belongs to this machine
   */
  InputLocations(Predicate<String> isLocal) {
    this.isLocal = isLocal;
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
    for (String host : hosts) {
      bytesByHost.merge(host, block.getLength() / (double) hosts.length, Double::sum);
    }
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
