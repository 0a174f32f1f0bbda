// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A live compaction server with the parts of its registration that a region server uses.
 *
 * @param name name of the server in its registration
 * @param oldestVersion oldest protocol version whose requests the server takes
 * @param newestVersion newest protocol version whose requests the server takes
 */
record RegisteredServer(ServerName name, String group, int oldestVersion, int newestVersion) {
  private static final Logger LOG = LoggerFactory.getLogger(RegisteredServer.class);

  /** Parses a znode's registration; logs and returns empty for a znode without one. */
  static Optional<RegisteredServer> parse(String znode, byte[] bytes) {
    Optional<RegisteredServer> server = Optional.empty();
    try {
      ServerRegistration registration = ServerRegistration.parseFrom(bytes);
      server = ServerNames.parse(registration.getServer()).map(name -> of(name, registration));
      if (server.isEmpty()) {
        LOG.warn("znode without a registration: path={}", znode);
      }
    } catch (IOException e) {
      LOG.warn("znode without a registration: path={}", znode, e);
    }
    return server;
  }

  private static RegisteredServer of(ServerName name, ServerRegistration registration) {
    return new RegisteredServer(
        name,
        registration.getGroup(),
        registration.getOldestProtocolVersion(),
        registration.getNewestProtocolVersion());
  }

  /** Whether the server takes requests of a version. */
  boolean takes(int version) {
    return oldestVersion <= version && version <= newestVersion;
  }

  /**
   * Whether the server takes requests that need no newer version. Otherwise the server is of
   * another release, without a common protocol version.
   */
  boolean takesOurRequests() {
    return takes(Protocol.PLAIN_VERSION);
  }

  /** A description for the log. */
  @Override
  public String toString() {
    return takesOurRequests() ? group : group + " (another protocol version)";
  }
}
