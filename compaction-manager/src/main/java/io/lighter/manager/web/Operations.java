// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** The changes that the API can make. Thread-safe. */
public interface Operations {
  /**
   * Switches offloading.
   *
   * @param table table; empty: all tables
   * @return the switch from now on
   * @throws IOException if ZooKeeper fails; then the switch is unchanged
   */
  OffloadSwitch switchOffload(boolean on, Optional<TableName> table) throws IOException;

  /**
   * Drains a compaction server; without effect on one that drains already.
   *
   * @return false if no such server is live
   * @throws IOException if ZooKeeper fails
   */
  boolean drain(ServerName server) throws IOException;

  /**
   * Removes the drain mark of a compaction server; without effect on one that has none. A server
   * that is ending drains all the same.
   *
   * @return false if no such server is live or drains
   * @throws IOException if ZooKeeper fails
   */
  boolean undrain(ServerName server) throws IOException;

  /**
   * Cancels a job on any server.
   *
   * @param reason reason for the logs
   * @throws IOException if the request was refused; servers that do not answer are in the response
   */
  CancelJobsResponse cancelJob(CompactionJobId job, String reason) throws IOException;

  /** Cancels all waiting jobs of a table as {@link #cancelJob} does. */
  CancelJobsResponse clearQueue(TableName table, String reason) throws IOException;
}
