package io.lighter.common.zk;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/** Curator clients for the ZooKeeper that HBase's configuration names. Not for region servers. */
public final class CuratorClients {
  private static final int BASE_SLEEP_MS = 200;
  private static final int RETRIES = 5;

  private CuratorClients() {}

  /**
   * A connected client of a process that is there to stay; the caller closes it.
   *
   * @throws IOException naming the quorum when no server of it answers within two session time-outs
   */
  public static CuratorFramework connect(Configuration conf, LighterConfiguration lighter)
      throws IOException {
    return connect(
        conf, lighter, lighter.duration(LighterOption.ZOOKEEPER_SESSION_TIMEOUT).multipliedBy(2));
  }

  /**
   * A connected client; the caller closes it.
   *
   * @param timeout how long to wait for ZooKeeper
   * @throws IOException naming the quorum when no server of it answers in time
   */
  public static CuratorFramework connect(
      Configuration conf, LighterConfiguration lighter, Duration timeout) throws IOException {
    String quorum = ZKConfig.getZKQuorumServersString(conf);
    long sessionMs = lighter.duration(LighterOption.ZOOKEEPER_SESSION_TIMEOUT).toMillis();
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(quorum)
            // HBase's setting holds: the ensemble's own list has addresses that change with its
            // pods, or that are only its own, and Curator would never come back from it.
            .ensembleTracker(false)
            .sessionTimeoutMs((int) sessionMs)
            .connectionTimeoutMs((int) Math.min(sessionMs, timeout.toMillis()))
            .aclProvider(ZNodeAcls.of(conf, LighterZNodes.of(conf, lighter)))
            .retryPolicy(new ExponentialBackoffRetry(BASE_SLEEP_MS, RETRIES))
            .build();
    // Curator knows before its listeners do. If a client is closed in between, Curator warns that
    // there are no listeners, to somebody who only asked for a status.
    CountDownLatch listenersKnow = new CountDownLatch(1);
    client
        .getConnectionStateListenable()
        .addListener(
            (connected, state) -> {
              if (state.isConnected()) {
                listenersKnow.countDown();
              }
            });
    client.start();
    try {
      if (listenersKnow.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return client;
      }
    } catch (InterruptedException e) {
      client.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while connecting to ZooKeeper at " + quorum);
    }
    client.close();
    throw new IOException(
        "no ZooKeeper answers at "
            + quorum
            + " (hbase.zookeeper.quorum and hbase.zookeeper.property.clientPort of hbase-site.xml)");
  }
}
