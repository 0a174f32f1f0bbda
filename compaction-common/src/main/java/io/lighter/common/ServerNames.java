package io.lighter.common;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/** Reads server names that came from ZooKeeper or the wire, where anything may be. */
public final class ServerNames {
  private ServerNames() {}

  /**
   * The server name that {@code text} is; empty when it is none. ({@code ServerName.valueOf} meets
   * garbage with whatever exception it runs into.)
   *
   * @param text {@code host,port,startcode}
   */
  public static Optional<ServerName> parse(String text) {
    if (!ServerName.isFullServerName(text)) {
      return Optional.empty();
    }
    try {
      // A host that is no host comes out as another one, ":" as none at all.
      return Optional.of(ServerName.valueOf(text))
          .filter(server -> server.getServerName().equalsIgnoreCase(text));
    } catch (IllegalArgumentException e) { // a port or start code that is out of range
      return Optional.empty();
    }
  }

  /**
   * Those of {@code servers} that somebody may mean by {@code text}, in their order.
   *
   * @param text {@code host,port,startcode}, {@code host,port} or {@code host:port}
   */
  public static List<ServerName> matching(String text, Collection<ServerName> servers) {
    String wanted = text.trim();
    return servers.stream().filter(server -> isMeant(server, wanted)).sorted().toList();
  }

  private static boolean isMeant(ServerName server, String wanted) {
    String host = server.getHostname(); // may have colons itself
    return wanted.equals(server.getServerName())
        || wanted.equals(host + ',' + server.getPort())
        || wanted.equals(host + ':' + server.getPort())
        || wanted.equals(server.getAddress().toString()); // an IPv6 one as it is printed
  }
}
