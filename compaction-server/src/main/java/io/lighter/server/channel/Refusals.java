// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.common.MonotonicClock;
import io.lighter.service.audit.UnauthenticatedPeerLog;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts every refusal, and writes one in ten seconds to the audit log. Thread-safe. */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final ChannelEvents events;
  private final UnauthenticatedPeerLog audit;

  Refusals(ChannelEvents events, MonotonicClock clock) {
    this.events = events;
    this.audit = new UnauthenticatedPeerLog(clock);
  }

  /** Counts a refusal, and returns whether it was written to the audit log. */
  boolean add(Channel channel, String reason) {
    events.channelRefused();
    String address = String.valueOf(channel.remoteAddress());
    LOG.debug("chunk connection closed address={} reason=\"{}\"", address, reason);
    return audit.denied(address, "use a chunk channel", reason);
  }
}
