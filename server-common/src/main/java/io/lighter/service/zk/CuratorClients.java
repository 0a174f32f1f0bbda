// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.zk;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * Creates Curator clients for the ZooKeeper of HBase's configuration, with the same client settings
 * as HBase's own clients ({@code hbase.zookeeper.property.*}; see {@link
 * ZKConfig#getZKClientConfig}): TLS and its key stores, the socket class, SASL, time-outs. The
 * plug-in in region servers uses HBase's client instead.
 */
public final class CuratorClients {
  private static final int BASE_SLEEP_MS = 200;
  private static final int RETRIES = 5;

  private static final String ZOOKEEPER_PACKAGE = "org.apache.zookeeper.";
  private static final String NIO_SOCKET = ZOOKEEPER_PACKAGE + "ClientCnxnSocketNIO";
  private static final String NETTY_SOCKET = ZOOKEEPER_PACKAGE + "ClientCnxnSocketNetty";

  private CuratorClients() {}

  /**
   * A connected client for a long-running process; the caller closes the client.
   *
   * @throws IOException naming the quorum if none of its servers answers within two session
   *     time-outs
   */
  public static CuratorFramework connect(Configuration conf, LighterConfiguration lighter)
      throws IOException {
    return connect(
        conf, lighter, lighter.duration(LighterOption.ZOOKEEPER_SESSION_TIMEOUT).multipliedBy(2));
  }

  /**
   * A connected client, which the caller closes.
   *
   * @param timeout how long to wait for ZooKeeper
   * @throws IOException naming the quorum if none of its servers answers in time, or naming the key
   *     if the class of the client's socket cannot be loaded
   */
  public static CuratorFramework connect(
      Configuration conf, LighterConfiguration lighter, Duration timeout) throws IOException {
    String quorum = ZKConfig.getZKQuorumServersString(conf);
    ZKClientConfig client = ZKConfig.getZKClientConfig(conf);
    requireSocketClass(client);
    long sessionMs = lighter.duration(LighterOption.ZOOKEEPER_SESSION_TIMEOUT).toMillis();
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(quorum)
            .zkClientConfig(client)
            // HBase's setting of the quorum is used. The ensemble's own list may have addresses
            // that change with pods or are internal, and Curator would not recover from such a
            // list.
            .ensembleTracker(false)
            .sessionTimeoutMs((int) sessionMs)
            .connectionTimeoutMs((int) Math.min(sessionMs, timeout.toMillis()))
            .aclProvider(ZNodeAcls.of(conf, LighterZNodes.of(conf, lighter)))
            .retryPolicy(new ExponentialBackoffRetry(BASE_SLEEP_MS, RETRIES))
            .build();
    // Curator's state changes before its listeners are told. A client that is closed in between
    // logs a warning about missing listeners.
    CountDownLatch listenersKnow = new CountDownLatch(1);
    curator
        .getConnectionStateListenable()
        .addListener(
            (connected, state) -> {
              if (state.isConnected()) {
                listenersKnow.countDown();
              }
            });
    curator.start();
    try {
      if (listenersKnow.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return curator;
      }
    } catch (InterruptedException e) {
      curator.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while connecting to ZooKeeper at " + quorum);
    }
    curator.close();
    throw new IOException(
        "no ZooKeeper answers at "
            + quorum
            + (isSecure(client) ? " over TLS" : " without TLS")
            + " (hbase.zookeeper.quorum, hbase.zookeeper.property.clientPort and, for TLS,"
            + " hbase.zookeeper.property.client.secure, .clientCnxnSocket and .ssl.* of"
            + " hbase-site.xml)");
  }

  /**
   * Whether clients of this configuration use TLS to ZooKeeper: the setting is on, and the socket
   * class supports TLS.
   */
  public static boolean usesTls(Configuration conf) {
    return isSecure(ZKConfig.getZKClientConfig(conf));
  }

  /** ZooKeeper's default socket ignores the setting. */
  private static boolean isSecure(ZKClientConfig client) {
    return client.getBoolean(ZKClientConfig.SECURE_CLIENT) && NETTY_SOCKET.equals(socket(client));
  }

  /** Name of the socket class; ZooKeeper accepts its own classes without the package. */
  private static String socket(ZKClientConfig client) {
    String name = client.getProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NIO_SOCKET);
    return name.indexOf('.') < 0 ? ZOOKEEPER_PACKAGE + name : name;
  }

  /**
   * Checks the socket class, because Curator would log the exception and retry for ever.
   *
   * @throws IOException naming key, value and what is allowed
   */
  private static void requireSocketClass(ZKClientConfig client) throws IOException {
    String name = socket(client);
    try {
      Class.forName(name);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IOException(
          "%sclientCnxnSocket = '%s': cannot be loaded (%s); expected a socket of ZooKeeper's"
                  .formatted(HConstants.ZK_CFG_PROPERTY_PREFIX, name, e)
              + " client, such as "
              + NETTY_SOCKET
              + ", which TLS needs, with the Netty jars of HBase on the class path",
          e);
    }
  }
}
