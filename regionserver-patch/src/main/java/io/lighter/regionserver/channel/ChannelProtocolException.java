// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import java.io.IOException;

/** The compaction server violates the protocol, or answers a request that was not sent. */
final class ChannelProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  ChannelProtocolException(String message) {
    super(message);
  }
}
