// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.hdfs.LocalAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;
import org.apache.hbase.thirdparty.com.google.common.net.InetAddresses;

/**
 * The addresses of DataNodes by machine, learnt from the replicas of all jobs' inputs: HDFS lists
 * DataNodes for superusers only. Queries no name server. Thread-safe.
 *
 * <p>HBase and HDFS may name one machine differently: short and full names, letters, and overrides
 * such as {@code dfs.datanode.hostname} or {@code hbase.unsafe.regionserver.hostname}. The search
 * is by the region server's name, then by its machine's addresses, then by a name of which one is
 * the short form of the other.
 */
final class DataNodeAddresses {
  /** Bound on DataNodes, above that of real clusters. */
  private static final int MOST = 20_000;

  /** DataNodes by lower-case name in HDFS. */
  private final Cache<String, DataNode> byName = newCache();

  /** DataNodes by IP address in HDFS. */
  private final Cache<InetAddress, DataNode> byAddress = newCache();

  /** DataNodes by the first part of a full name; of two with one first part, the last one seen. */
  private final Cache<String, DataNode> byShortName = newCache();

  /**
   * A DataNode by its data in HDFS.
   *
   * @param name name in lower case
   * @param address literal address, or a name if HDFS returns one
   */
  private record DataNode(String name, String address, int port) {
    /** The address by name, which HDFS's name node resolves. */
    InetSocketAddress named() {
      return InetSocketAddress.createUnresolved(name, port);
    }

    /** The address without a look-up; unresolved, since HDFS's client would ask for its name. */
    InetSocketAddress addressed() {
      return InetSocketAddress.createUnresolved(address, port);
    }
  }

  /** Records the replicas of a block. */
  void learn(BlockLocation block) throws IOException {
    String[] hosts = block.getHosts();
    String[] addresses = block.getNames();
    for (int i = 0; i < hosts.length; i++) {
      HostAndPort address = HostAndPort.fromString(addresses[i]);
      int port = address.getPortOrDefault(0);
      if (port > 0) {
        learn(new DataNode(hosts[i].toLowerCase(Locale.ROOT), address.getHost(), port));
      }
    }
  }

  private void learn(DataNode node) {
    byName.put(node.name(), node);
    if (isFull(node.name())) {
      byShortName.put(shortForm(node.name()), node);
    }
    LocalAddresses.literal(node.address())
        .filter(address -> !address.isLoopbackAddress()) // every machine has one
        .ifPresent(address -> byAddress.put(address, node));
  }

  /**
   * The DataNode on a region server's machine, not resolved.
   *
   * @param host the region server's name in HBase
   * @param addresses literal addresses of its machine; empty if unknown
   * @return empty if no such DataNode was seen
   */
  Optional<InetSocketAddress> of(String host, List<String> addresses) {
    String name = host.toLowerCase(Locale.ROOT);
    DataNode sameName = byName.getIfPresent(name);
    if (sameName != null) {
      return Optional.of(sameName.named());
    }
    for (String address : addresses) {
      DataNode sameAddress =
          LocalAddresses.literal(address).map(byAddress::getIfPresent).orElse(null);
      if (sameAddress != null) {
        return Optional.of(sameAddress.addressed());
      }
    }
    return likeNamed(name).map(DataNode::addressed);
  }

  /** Finds a DataNode by a short name. Two full names that differ are two machines. */
  private Optional<DataNode> likeNamed(String name) {
    if (InetAddresses.isInetAddress(name)) {
      return LocalAddresses.literal(name).map(byAddress::getIfPresent);
    }
    return Optional.ofNullable(
        isFull(name) ? byName.getIfPresent(shortForm(name)) : byShortName.getIfPresent(name));
  }

  private static boolean isFull(String name) {
    return name.indexOf('.') > 0 && !InetAddresses.isInetAddress(name);
  }

  private static String shortForm(String fullName) {
    return fullName.substring(0, fullName.indexOf('.'));
  }

  private static <K> Cache<K, DataNode> newCache() {
    return CacheBuilder.newBuilder().maximumSize(MOST).build();
  }
}
