package io.lighter.common;

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
      return Optional.of(ServerName.valueOf(text));
    } catch (IllegalArgumentException e) { // a port or start code that is out of range
      return Optional.empty();
    }
  }
}
