package io.lighter.server.job;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that goes when told to. */
public final class ManualTicker implements Ticker {
  private final AtomicLong now = new AtomicLong(1_000);

  @Override
  public long millis() {
    return now.get();
  }

  /** Lets time pass. */
  public void advance(long millis) {
    now.addAndGet(millis);
  }
}
