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

/** Opens chunk channels for one region server, and has their threads. Thread-safe. */
public final class ChunkChannels implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkChannels.class);
  private static final String NAME = "lighter-chunks";
  private static final int MAX_PORT = 65_535;

  private final ChannelProtection protection;
  private final ChannelThreads threads;

  /** Present if, and only if, TLS is what protects channels. */
  private final Optional<ChannelTls> tls;

  /**
   * No channel yet.
   *
   * @param conf of the site
   * @param threads event loops
   */
  public ChunkChannels(Configuration conf, int threads, ByteBufAllocator allocator) {
    ChannelProtection wanted = ChannelProtection.ofClient(conf);
    Optional<ChannelTls> wantedTls = Optional.empty();
    if (wanted == ChannelProtection.TLS) {
      try {
        wantedTls = Optional.of(ChannelTls.ofClient(conf));
      } catch (IOException e) { // HBase's own RPC cannot have it, either
        LOG.error("Chunks travel over RPC", e);
        wanted = ChannelProtection.RPC_ONLY;
      }
    }
    this.protection = wanted;
    this.tls = wantedTls;
    this.threads = new ChannelThreads(conf, NAME, threads, allocator);
  }

  /** Whether this region server's configuration lets chunks leave HBase's RPC. */
  public boolean areAllowed() {
    return protection != ChannelProtection.RPC_ONLY;
  }

  /**
   * Opens a channel.
   *
   * @param timeout of this, and of each request
   * @throws IOException if it cannot be had, or would be protected otherwise than this region
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

  /** Ends what channels there are; does not wait for that. */
  @Override
  public void close() {
    threads.close();
    tls.ifPresent(ChannelTls::close);
  }
}
