// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

/** Forwards the events of one capture, and notes whether a chunk was dropped. Thread-safe. */
final class CountedDrops implements CacheEvents {
  private final CacheEvents events;
  private volatile boolean dropped;

  CountedDrops(CacheEvents events) {
    this.events = events;
  }

  /** Whether a chunk was dropped; complete once the compression of all chunks has ended. */
  boolean dropped() {
    return dropped;
  }

  @Override
  public void outputRetained() {
    events.outputRetained();
  }

  @Override
  public void chunkServed(long bytes) {
    events.chunkServed(bytes);
  }

  @Override
  public void chunkDropped() {
    dropped = true;
    events.chunkDropped();
  }

  @Override
  public void lookedUp(boolean found) {
    events.lookedUp(found);
  }

  @Override
  public void leaseEnded() {
    events.leaseEnded();
  }
}
