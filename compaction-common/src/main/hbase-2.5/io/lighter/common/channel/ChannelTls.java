// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.handler.ssl.SslHandler;

/** A placeholder for HBase 2.5, which has no TLS: no instance ever exists. */
@SuppressWarnings("DoNotCallSuggester") // the methods are called with HBase 2.6
public final class ChannelTls implements Closeable {
  private ChannelTls() {}

  /**
   * Creates the TLS of accepted connections.
   *
   * @throws IOException always
   */
  public static ChannelTls ofServer(Configuration conf) throws IOException {
    throw unsupported(TlsKeys.SERVER_ENABLED);
  }

  /** Creates the TLS of opened connections; see {@link #ofServer}. */
  public static ChannelTls ofClient(Configuration conf) throws IOException {
    throw unsupported(TlsKeys.CLIENT_ENABLED);
  }

  /** Creates a handler for one connection, to be the first of its pipeline. */
  public SslHandler newHandler(ByteBufAllocator allocator, InetSocketAddress peer)
      throws IOException {
    throw unsupported(TlsKeys.SERVER_ENABLED);
  }

  private static IOException unsupported(String key) {
    return new IOException(key + " = true: HBase has TLS since 2.6; expected false");
  }

  @Override
  public void close() {}
}
