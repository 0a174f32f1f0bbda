// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import java.io.Closeable;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The pace of one running job. The job's thread calls {@link #read} and {@link #close}; any thread
 * may call {@link #pace}.
 */
public final class JobPace implements Closeable {
  private final DataNodePace node;
  private final Consumer<JobPace> closing;
  private final boolean enabled;
  private volatile boolean urgent;

  JobPace(DataNodePace node, boolean enabled, boolean urgent, Consumer<JobPace> closing) {
    this.node = node;
    this.enabled = enabled;
    this.urgent = urgent;
    this.closing = closing;
  }

  /**
   * Counts bytes that the job has read, and waits until they are within the limit. An urgent job
   * never waits.
   *
   * @return milliseconds of the wait
   * @throws InterruptedException if the job is cancelled meanwhile
   */
  long read(long bytes) throws InterruptedException {
    return enabled && !urgent ? node.read(bytes) : 0;
  }

  /** The pace, for people; empty if pacing is off. */
  public Optional<Pace> pace() {
    return enabled ? Optional.of(node.of(this)) : Optional.empty();
  }

  void report(ReportedPressure pressure) {
    pressure.urgent().ifPresent(said -> urgent = said);
    node.report(this, pressure);
  }

  boolean isUrgent() {
    return urgent;
  }

  DataNodePace node() {
    return node;
  }

  /** Ends the pacing of the job; called once. */
  @Override
  public void close() {
    closing.accept(this);
  }
}
