package io.lighter.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;

/**
 * Where the DataNode of a machine is, learnt from the replicas of all jobs' inputs: HDFS tells only
 * its superusers. Thread-safe.
 */
final class DataNodeAddresses {
  /** More than clusters have. */
  private static final int MOST = 20_000;

  /** By host name as the DataNode calls itself. */
  private final Cache<String, InetSocketAddress> byHost =
      CacheBuilder.newBuilder().maximumSize(MOST).build();

  /** Takes note of where replicas are. */
  void learn(BlockLocation block) throws IOException {
    String[] hosts = block.getHosts();
    String[] addresses = block.getNames();
    for (int i = 0; i < hosts.length; i++) {
      int port = HostAndPort.fromString(addresses[i]).getPortOrDefault(0);
      if (port > 0) {
        // By name: HDFS's client would look the name of an address up.
        byHost.put(hosts[i], InetSocketAddress.createUnresolved(hosts[i], port));
      }
    }
  }

  /** The DataNode of a machine, by name and not resolved; empty if none was ever seen there. */
  Optional<InetSocketAddress> of(String host) {
    return Optional.ofNullable(byHost.getIfPresent(host));
  }
}
