// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hdfs;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.net.NetUtils;
import org.apache.hbase.thirdparty.com.google.common.base.Suppliers;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;
import org.apache.hbase.thirdparty.com.google.common.net.InetAddresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * IP addresses of this machine, from its network interfaces, without a name server. Thread-safe.
 */
public final class LocalAddresses {
  /** Bound on the addresses, above the number that a machine has on networks with DataNodes. */
  public static final int MOST = 64;

  private static final Logger LOG = LoggerFactory.getLogger(LocalAddresses.class);

  /** Seconds for which a list is used: hundreds of container interfaces take a while to list. */
  private static final long CACHE_SECONDS = 60;

  private final Supplier<List<String>> addresses =
      Suppliers.memoizeWithExpiration(LocalAddresses::list, CACHE_SECONDS, TimeUnit.SECONDS);

  /**
   * Addresses by which other machines may know this one: literal, without loopback and link-local
   * ones; at most {@value #MOST}. Empty if the interfaces cannot be listed. The list is at most a
   * minute old.
   */
  public List<String> get() {
    return addresses.get();
  }

  /**
   * Whether an address of a DataNode belongs to this machine, by the rule of HDFS's client.
   *
   * @param address address from HDFS, such as {@code 10.0.0.1:9866}; a host name is never local
   */
  public static boolean isLocal(String address) {
    return literal(HostAndPort.fromString(address).getHost())
        .map(NetUtils::isLocalAddress)
        .orElse(false);
  }

  /** Parses a literal address; empty for a host name, which would need a look-up. */
  public static Optional<InetAddress> literal(String host) {
    if (!InetAddresses.isInetAddress(host)) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (UnknownHostException e) { // the scope of an IPv6 address names no interface here
      return Optional.empty();
    }
  }

  private static List<String> list() {
    List<InetAddress> all = new ArrayList<>();
    try {
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        all.addAll(Collections.list(each.getInetAddresses()));
      }
    } catch (SocketException e) {
      LOG.warn("cannot list the network interfaces; DataNodes are found by name only", e);
    }
    return knownToOthers(all);
  }

  /** The addresses of a machine that {@link #get} returns. */
  static List<String> knownToOthers(Collection<InetAddress> ofMachine) {
    return ofMachine.stream()
        .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
        .map(address -> withoutScope(address.getHostAddress()))
        .limit(MOST)
        .toList();
  }

  /** Removes the interface that Java appends to some IPv6 addresses behind a percent sign. */
  private static String withoutScope(String address) {
    int scope = address.indexOf('%');
    return scope < 0 ? address : address.substring(0, scope);
  }
}
