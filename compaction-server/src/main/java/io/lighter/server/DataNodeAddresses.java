package io.lighter.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;

/**
 * Where the DataNode of a machine is, learnt from the replicas of all jobs' inputs: HDFS tells only
 * its superusers. Thread-safe.
 */
final class DataNodeAddresses {
  /** More than clusters have. */
  private static final int MOST = 20_000;

  /** By host name as the DataNode calls itself. Guarded by itself. */
  private final Map<String, InetSocketAddress> byHost =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, InetSocketAddress> eldest) {
          return size() > MOST;
        }
      };

  /** Takes note of where replicas are. */
  void learn(BlockLocation block) throws IOException {
    String[] hosts = block.getHosts();
    String[] addresses = block.getNames();
    synchronized (byHost) {
      for (int i = 0; i < hosts.length; i++) {
        int port = HostAndPort.fromString(addresses[i]).getPortOrDefault(0);
        InetSocketAddress known = byHost.get(hosts[i]);
        if (port > 0 && (known == null || known.getPort() != port)) {
          // By name: HDFS's client would look the name of an address up.
          byHost.put(hosts[i], InetSocketAddress.createUnresolved(hosts[i], port));
        }
      }
    }
  }

  /** The DataNode of a machine, by name and not resolved; empty if none was ever seen there. */
  Optional<InetSocketAddress> of(String host) {
    synchronized (byHost) {
      return Optional.ofNullable(byHost.get(host));
    }
  }
}
