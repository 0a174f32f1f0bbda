package org.apache.hadoop.hbase.ipc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.ChannelFuture;

/** Notices connections that end before their caller is known. */
final class StrangerWatch {
  private StrangerWatch() {}

  /**
   * For one new connection.
   *
   * @param unknown asked when the connection ends: whether nobody has said who is there
   * @param strangers asked when the connection ends, for it may be null until then
   */
  static void watch(
      BooleanSupplier unknown,
      Channel channel,
      BooleanSupplier serverStarted,
      Supplier<Consumer<String>> strangers) {
    String address = String.valueOf(channel.remoteAddress());
    ChannelFuture unused =
        channel
            .closeFuture()
            .addListener(
                closed -> {
                  Consumer<String> told = strangers.get();
                  if (unknown.getAsBoolean() && serverStarted.getAsBoolean() && told != null) {
                    told.accept(address);
                  }
                });
  }
}
