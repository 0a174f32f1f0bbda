package io.lighter.server.channel;

import io.lighter.server.job.Ticker;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts every refusal, and logs one at a time: whoever can reach the port must not be able to fill
 * the disk. Thread-safe.
 */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
  private static final long QUIET_MS = 10_000;

  /** Netty's messages may quote all that a peer has sent. */
  private static final int MOST_CHARACTERS = 200;

  private final ChannelEvents events;
  private final Ticker ticker;

  // Both: guarded by this.
  private long quietUntil;
  private long suppressed;

  Refusals(ChannelEvents events, Ticker ticker) {
    this.events = events;
    this.ticker = ticker;
    this.quietUntil = ticker.millis();
  }

  /** Returns whether it was logged. */
  boolean add(Channel channel, String reason) {
    events.channelRefused();
    long before = suppressedBefore();
    if (before < 0) {
      LOG.debug("Closed the chunk connection of {}: {}", channel.remoteAddress(), reason);
      return false;
    }
    LOG.warn(
        "Closed the chunk connection of {}: {} ({} others since the last such line)",
        channel.remoteAddress(),
        reason.substring(0, Math.min(reason.length(), MOST_CHARACTERS)),
        before);
    return true;
  }

  /** How many were not logged until now; negative: this one shall not be, either. */
  private synchronized long suppressedBefore() {
    long now = ticker.millis();
    if (now - quietUntil < 0) {
      suppressed++;
      return -1;
    }
    quietUntil = now + QUIET_MS;
    long before = suppressed;
    suppressed = 0;
    return before;
  }
}
