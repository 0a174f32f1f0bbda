// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

/** Events of connections, called on any thread. Implementations return at once. */
public interface ChannelEvents {
  /** A ticket was redeemed. */
  void channelOpened();

  /** A connection was closed because of an action or omission of its peer. */
  void channelRefused();
}
