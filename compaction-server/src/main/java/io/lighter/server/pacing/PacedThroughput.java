// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import io.lighter.server.throughput.ForwardingThroughput;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Paces the reads of one job, as HBase's controller. HBase's compactor calls {@link #control} at
 * every written cell; the controller looks at the bytes that the thread has read by then, so that
 * bytes count before decompression, and also those of cells that the compaction drops. Confined to
 * the job's thread.
 */
public final class PacedThroughput extends ForwardingThroughput {
  /** Bytes between two calls of {@link JobPace#read}: a block of an HFile has as many. */
  static final long READ_BYTES = 64 * 1024;

  private final JobPace pace;
  private final LongSupplier bytesRead;
  private long counted;

  /**
   * Creates a controller that calls {@code inner} first.
   *
   * @param bytesRead bytes that the job's thread has read so far
   */
  public PacedThroughput(ThroughputController inner, JobPace pace, LongSupplier bytesRead) {
    super(inner);
    this.pace = pace;
    this.bytesRead = bytesRead;
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    long slept = super.control(name, size);
    long read = bytesRead.getAsLong();
    if (read - counted < READ_BYTES) {
      return slept;
    }
    long bytes = read - counted;
    counted = read;
    return slept + pace.read(bytes);
  }
}
