package io.lighter.regionserver;

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
 * @param takesOurRequests false: it is of another release, which has no protocol version in common
 *     with this one
 */
record RegisteredServer(ServerName name, String group, boolean takesOurRequests) {
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
        registration.getOldestProtocolVersion() <= Protocol.VERSION
            && Protocol.VERSION <= registration.getNewestProtocolVersion());
  }

  /** For the log. */
  @Override
  public String toString() {
    return takesOurRequests ? group : group + " (another protocol version)";
  }
}
