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
 * A live compaction server, as far as a region server looks at its registration.
 *
 * @param name as it registers itself
 * @param oldestVersion of the protocol of which it takes requests
 * @param newestVersion of the protocol of which it takes requests
 */
record RegisteredServer(ServerName name, String group, int oldestVersion, int newestVersion) {
  private static final Logger LOG = LoggerFactory.getLogger(RegisteredServer.class);

  /** The server that a znode registers; empty, and logged, when it is no registration. */
  static Optional<RegisteredServer> parse(String znode, byte[] bytes) {
    Optional<RegisteredServer> server = Optional.empty();
    try {
      ServerRegistration registration = ServerRegistration.parseFrom(bytes);
      server = ServerNames.parse(registration.getServer()).map(name -> of(name, registration));
      if (server.isEmpty()) {
        LOG.warn("znode {} registers no server", znode);
      }
    } catch (IOException e) {
      LOG.warn("znode {} is no registration of a compaction server", znode, e);
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

  /** Whether it takes requests of a version. */
  boolean takes(int version) {
    return oldestVersion <= version && version <= newestVersion;
  }

  /**
   * Whether it takes requests of this region server that need no newer version. False: it is of
   * another release, which has no protocol version in common with this one.
   */
  boolean takesOurRequests() {
    return takes(Protocol.PLAIN_VERSION);
  }

  /** For the log. */
  @Override
  public String toString() {
    return takesOurRequests() ? group : group + " (another protocol version)";
  }
}
