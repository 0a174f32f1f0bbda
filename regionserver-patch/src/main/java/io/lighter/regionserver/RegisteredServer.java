package io.lighter.regionserver;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A live compaction server, as far as a region server looks at its registration.
 *
 * @param takesOurRequests false: it is of another release, which has no protocol version in common
 *     with this one
 */
record RegisteredServer(String group, boolean takesOurRequests) {
  private static final Logger LOG = LoggerFactory.getLogger(RegisteredServer.class);

  /** Adds the server that a znode registers; what is no registration keeps nobody else out. */
  static void add(Map<ServerName, RegisteredServer> servers, String znode, byte[] bytes) {
    try {
      ServerRegistration registration = ServerRegistration.parseFrom(bytes);
      ServerNames.parse(registration.getServer())
          .ifPresentOrElse(
              server -> servers.put(server, of(registration)),
              () -> LOG.warn("znode {} registers no server", znode));
    } catch (IOException e) {
      LOG.warn("znode {} is no registration of a compaction server", znode, e);
    }
  }

  private static RegisteredServer of(ServerRegistration registration) {
    return new RegisteredServer(
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
