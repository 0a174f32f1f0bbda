// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import java.io.Closeable;
import java.util.Optional;

/** Offers chunk channels to region servers, if the server has any. Thread-safe. */
public interface ChannelOffers extends Closeable {
  /** Offers of a server without channels. */
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
   * Access to the chunks of a job, for one connection; empty if chunks travel over RPC only.
   *
   * @param caller caller's name in RPC, for logs
   */
  Optional<ChunkChannelOffer> offer(CompactionJobId job, String caller);

  @Override
  void close();
}
