// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Paces the reads of one job, as HBase's controller. HBase's compactor calls {@link #control} at
 * every written cell; the controller looks at the bytes that the thread has read by then, so that
 * bytes count before decompression, and also those of cells that the compaction drops. Confined to
 * the job's thread.
 */
public final class PacedThroughput implements ThroughputController {
  /** Bytes between two calls of {@link JobPace#read}: a block of an HFile has as many. */
  static final long READ_BYTES = 64 * 1024;

  private final ThroughputController inner;
  private final JobPace pace;
  private final LongSupplier bytesRead;
  private long counted;

  /**
   * Creates a controller that calls {@code inner} first.
   *
   * @param bytesRead bytes that the job's thread has read so far
   */
  public PacedThroughput(ThroughputController inner, JobPace pace, LongSupplier bytesRead) {
    this.inner = inner;
    this.pace = pace;
    this.bytesRead = bytesRead;
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    long slept = inner.control(name, size);
    long read = bytesRead.getAsLong();
    if (read - counted < READ_BYTES) {
      return slept;
    }
    long bytes = read - counted;
    counted = read;
    return slept + pace.read(bytes);
  }

  @Override
  public void setup(RegionServerServices server) {
    inner.setup(server);
  }

  @Override
  public void start(String name) {
    inner.start(name);
  }

  @Override
  public void finish(String name) {
    inner.finish(name);
  }

  @Override
  public void stop(String why) {
    inner.stop(why);
  }

  @Override
  public boolean isStopped() {
    return inner.isStopped();
  }
}
