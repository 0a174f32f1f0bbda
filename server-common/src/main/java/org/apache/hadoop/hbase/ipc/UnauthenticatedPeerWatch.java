// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.ipc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;

/** Detects connections that end before their caller is authenticated. */
final class UnauthenticatedPeerWatch {
  private UnauthenticatedPeerWatch() {}

  /**
   * Watches one new connection.
   *
   * @param unknown evaluated when the connection ends: whether its caller is still unknown
   * @param unauthenticated evaluated when the connection ends, because the value may be null until
   *     then
   */
  static void watch(
      BooleanSupplier unknown,
      Channel channel,
      BooleanSupplier serverStarted,
      Supplier<Consumer<String>> unauthenticated) {
    String address = String.valueOf(channel.remoteAddress());
    ChannelFuture unused =
        channel
            .closeFuture()
            .addListener(
                closed -> {
                  Consumer<String> told = unauthenticated.get();
                  if (unknown.getAsBoolean() && serverStarted.getAsBoolean() && told != null) {
                    told.accept(address);
                  }
                });
  }
}
