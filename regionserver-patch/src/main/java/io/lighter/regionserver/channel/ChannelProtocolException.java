package io.lighter.regionserver.channel;

import java.io.IOException;

/** The other side does not speak the protocol, or not of what was asked for. */
final class ChannelProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  ChannelProtocolException(String message) {
    super(message);
  }
}
