package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.Closeable;
import java.util.Optional;

/** Lets region servers open chunk channels, if there are any. Thread-safe. */
public interface ChannelOffers extends Closeable {
  /** Nobody may open one. */
  ChannelOffers NONE =
      new ChannelOffers() {
        @Override
        public Optional<ChunkChannelOffer> offer(CompactionJobId job, String caller) {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /**
   * Access to the chunks of a job, for one connection; empty when they are to be had over RPC only.
   *
   * @param caller who has asked, as RPC knows them; for logs
   */
  Optional<ChunkChannelOffer> offer(CompactionJobId job, String caller);

  @Override
  void close();
}
