// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/** Parses server names from ZooKeeper or the wire, where any text may occur. */
public final class ServerNames {
  private ServerNames() {}

  /**
   * Parses a server name; empty if {@code text} is none. ({@code ServerName.valueOf} throws
   * arbitrary exceptions for garbage.)
   *
   * @param text {@code host,port,startcode}
   */
  public static Optional<ServerName> parse(String text) {
    if (!ServerName.isFullServerName(text)) {
      return Optional.empty();
    }
    try {
      // ServerName.valueOf changes an invalid host, and turns ":" into an empty one.
      return Optional.of(ServerName.valueOf(text))
          .filter(server -> server.getServerName().equalsIgnoreCase(text));
    } catch (IllegalArgumentException e) { // port or start code out of range
      return Optional.empty();
    }
  }

  /**
   * Returns those of {@code servers} that {@code text} may name, in their order.
   *
   * @param text {@code host,port,startcode}, {@code host,port} or {@code host:port}
   */
  public static List<ServerName> matching(String text, Collection<ServerName> servers) {
    String wanted = text.trim();
    return servers.stream().filter(server -> isMeant(server, wanted)).sorted().toList();
  }

  private static boolean isMeant(ServerName server, String wanted) {
    String host = server.getHostname(); // may contain colons
    return wanted.equals(server.getServerName())
        || wanted.equals(host + ',' + server.getPort())
        || wanted.equals(host + ':' + server.getPort())
        || wanted.equals(server.getAddress().toString()); // an IPv6 address as printed
  }
}
