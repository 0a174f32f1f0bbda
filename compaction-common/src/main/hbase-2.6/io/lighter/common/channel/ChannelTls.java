// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.exceptions.X509Exception;
import org.apache.hadoop.hbase.io.FileChangeWatcher;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.handler.ssl.SslContext;
import org.apache.hbase.thirdparty.io.netty.handler.ssl.SslHandler;

/**
 * TLS with the certificates, ciphers and checks of HBase's RPC ({@code hbase.rpc.tls.*}). Reads
 * changed files again if HBase is configured to. Thread-safe; to be closed.
 */
public final class ChannelTls implements Closeable {
  private final Configuration conf;
  private final boolean server;
  private final int wrapBytes;
  private final AtomicReference<FileChangeWatcher> keyStore = new AtomicReference<>();
  private final AtomicReference<FileChangeWatcher> trustStore = new AtomicReference<>();

  /** Null until the files are read. */
  private final AtomicReference<SslContext> context = new AtomicReference<>();

  private ChannelTls(Configuration conf, boolean server) throws IOException {
    this.conf = conf;
    this.server = server;
    this.wrapBytes =
        conf.getInt(
            X509Util.HBASE_SERVER_NETTY_TLS_WRAP_SIZE,
            X509Util.DEFAULT_HBASE_SERVER_NETTY_TLS_WRAP_SIZE);
    context.set(create());
    if (conf.getBoolean(X509Util.TLS_CERT_RELOAD, false)) {
      X509Util.enableCertFileReloading(conf, keyStore, trustStore, () -> context.set(null));
    }
  }

  /**
   * Creates the TLS of accepted connections.
   *
   * @throws IOException if the key store or trust store cannot be used
   */
  public static ChannelTls ofServer(Configuration conf) throws IOException {
    return new ChannelTls(conf, true);
  }

  /** Creates the TLS of opened connections; see {@link #ofServer}. */
  public static ChannelTls ofClient(Configuration conf) throws IOException {
    return new ChannelTls(conf, false);
  }

  /**
   * Creates a handler for one connection, to be the first of its pipeline.
   *
   * @param peer the certificate must have this host name if HBase is configured to check it
   */
  public SslHandler newHandler(ByteBufAllocator allocator, InetSocketAddress peer)
      throws IOException {
    SslContext current = context.get();
    if (current == null) { // several threads may read the same files
      current = create();
      context.set(current);
    }
    SslHandler handler = current.newHandler(allocator, peer.getHostString(), peer.getPort());
    handler.setWrapDataSize(wrapBytes);
    return handler;
  }

  private SslContext create() throws IOException {
    try {
      return server
          ? X509Util.createSslContextForServer(conf)
          : X509Util.createSslContextForClient(conf);
    } catch (X509Exception e) {
      throw new IOException("cannot use the key store or trust store of hbase.rpc.tls.*", e);
    }
  }

  @Override
  public void close() {
    Stream.of(keyStore, trustStore)
        .map(watcher -> watcher.getAndSet(null))
        .filter(watcher -> watcher != null)
        .forEach(FileChangeWatcher::stop);
  }
}
