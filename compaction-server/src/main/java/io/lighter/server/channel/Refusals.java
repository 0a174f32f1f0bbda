package io.lighter.server.channel;

import io.lighter.server.job.Ticker;
import io.lighter.service.audit.StrangerLog;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts every refusal, and writes some to the audit log. Thread-safe. */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final ChannelEvents events;
  private final StrangerLog audit;

  Refusals(ChannelEvents events, Ticker ticker) {
    this.events = events;
    this.audit = new StrangerLog(ticker::millis);
  }

  /** Returns whether it was written. */
  boolean add(Channel channel, String reason) {
    events.channelRefused();
    String address = String.valueOf(channel.remoteAddress());
    LOG.debug("Closing the chunk connection of {}: {}", address, reason);
    return audit.denied(address, "use a chunk channel", reason);
  }
}
