// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelProtection;
import io.lighter.common.channel.ChannelThreads;
import io.lighter.common.channel.ChannelTls;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens chunk channels for one region server, and owns their threads. Thread-safe. */
public final class ChunkChannels implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkChannels.class);
  private static final String NAME = "lighter-chunks";
  private static final int MAX_PORT = 65_535;

  private final ChannelProtection protection;
  private final ChannelThreads threads;

  /** Present if, and only if, TLS protects channels. */
  private final Optional<ChannelTls> tls;

  /**
   * Creates the threads without a channel.
   *
   * @param conf configuration of the site
   * @param threads number of event loops
   */
  public ChunkChannels(Configuration conf, int threads, ByteBufAllocator allocator) {
    ChannelProtection wanted = ChannelProtection.ofClient(conf);
    Optional<ChannelTls> wantedTls = Optional.empty();
    if (wanted == ChannelProtection.TLS) {
      try {
        wantedTls = Optional.of(ChannelTls.ofClient(conf));
      } catch (IOException e) { // HBase's own RPC fails as well
        LOG.error("Chunks travel over RPC", e);
        wanted = ChannelProtection.RPC_ONLY;
      }
    }
    this.protection = wanted;
    this.tls = wantedTls;
    this.threads = new ChannelThreads(conf, NAME, threads, allocator);
  }

  /** Whether this region server's configuration allows chunks outside HBase's RPC. */
  public boolean areAllowed() {
    return protection != ChannelProtection.RPC_ONLY;
  }

  /**
   * Opens a channel.
   *
   * @param timeout time limit of this call, and of each request
   * @throws IOException if the channel cannot be opened, or has other protection than this region
   *     server's RPC
   */
  public ChunkChannel open(String host, ChunkChannelOffer offer, Duration timeout)
      throws IOException {
    if (!areAllowed() || offer.getTls() != tls.isPresent()) {
      throw new IOException(
          "a channel "
              + (offer.getTls() ? "with" : "without")
              + " TLS is not what this region server's configuration asks for");
    }
    if (offer.getPort() <= 0 || offer.getPort() > MAX_PORT) {
      throw new IOException("a channel at port " + offer.getPort());
    }
    return ChunkChannel.open(
        threads, tls, new InetSocketAddress(host, offer.getPort()), offer, timeout);
  }

  /** Closes all channels without waiting. */
  @Override
  public void close() {
    threads.close();
    tls.ifPresent(ChannelTls::close);
  }
}
