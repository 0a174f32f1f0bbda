// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;

/**
 * The requests of one thread's files to an object store, since the creation of this object. S3A
 * counts them for the thread that has opened a file, when the file is closed. It counts requests
 * without a file, HEAD and DELETE, for the whole file system only. Confined to the thread.
 */
final class ThreadRequests {
  private static final List<StoreRequest> KINDS =
      List.of(StoreRequest.GET, StoreRequest.PUT, StoreRequest.LIST);

  /** S3A holds the context of a thread weakly. */
  private final IOStatisticsContext context;

  private final IOStatistics before;

  private ThreadRequests(IOStatisticsContext context) {
    this.context = context;
    this.before = context.snapshot();
  }

  /** Starts counting for the calling thread; empty if the file system counts no requests. */
  static Optional<ThreadRequests> ofCallingThread(FileSystem fs) {
    return IOStatisticsSupport.retrieveIOStatistics(fs) == null
        ? Optional.empty()
        : Optional.of(new ThreadRequests(IOStatisticsContext.getCurrentIOStatisticsContext()));
  }

  /** The requests of a kind so far, of files that are closed. */
  long count(StoreRequest kind) {
    return kind.countIn(context.getIOStatistics()) - kind.countIn(before);
  }

  /** The requests so far, such as {@code "12 GET, 3 PUT, 0 LIST"}. */
  @Override
  public String toString() {
    return KINDS.stream().map(kind -> count(kind) + " " + kind).collect(Collectors.joining(", "));
  }
}
