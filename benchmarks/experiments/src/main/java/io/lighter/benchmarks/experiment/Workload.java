// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** Clients that load a table and record latencies. */
public interface Workload {
  /** Compared operations, in the order of reports; there may be others. */
  List<String> operations();

  /** Description for readers of the results, such as rates. */
  Map<String, Object> description();

  /** Scheduled operations per second of all clients. */
  double targetRate();

  /**
   * Starts the clients.
   *
   * @param table table of the operations
   * @param folder an empty folder for their files
   */
  Clients start(LocalCluster cluster, TableName table, Path folder) throws IOException;

  /** Running clients. Closing or {@link #stop} ends them at once. */
  interface Clients extends AutoCloseable {
    /** Process ids of the clients that are processes of their own. */
    List<Long> pids();

    /** Whether every client has completed operations. */
    boolean areWorking() throws IOException;

    /**
     * Checks that all clients run.
     *
     * @throws IOException with the end of the log of a client that has ended
     */
    void requireRunning() throws IOException;

    /** Ends the clients; returns their latencies. */
    LatencyLog stop() throws IOException;

    @Override
    void close();
  }
}
