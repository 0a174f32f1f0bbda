package io.lighter.server.channel;

/** Told what happens to connections, on any thread: must return at once. */
public interface ChannelEvents {
  /** A ticket was good. */
  void channelOpened();

  /** A connection was closed because of what its peer did or failed to do. */
  void channelRefused();
}
