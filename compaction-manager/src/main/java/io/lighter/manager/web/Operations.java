package io.lighter.manager.web;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** What the API can change. Thread-safe. */
public interface Operations {
  /**
   * Switches offloading.
   *
   * @param table empty: for all tables
   * @return the switch from now on
   * @throws IOException if ZooKeeper fails; nothing was switched
   */
  OffloadSwitch switchOffload(boolean on, Optional<TableName> table) throws IOException;

  /**
   * Makes a compaction server take no new jobs; one that drains already stays so.
   *
   * @return false: no such server is live
   * @throws IOException if ZooKeeper fails
   */
  boolean drain(ServerName server) throws IOException;

  /**
   * Makes a compaction server take jobs again; one that does stays so.
   *
   * @return false: no such server is live or drains
   * @throws IOException if ZooKeeper fails
   */
  boolean undrain(ServerName server) throws IOException;

  /**
   * Cancels a job, wherever it is.
   *
   * @param reason for the logs
   * @throws IOException if the request was refused; servers that do not answer are in the response
   */
  CancelJobsResponse cancelJob(CompactionJobId job, String reason) throws IOException;

  /** As {@link #cancelJob}, for all jobs of a table that wait. */
  CancelJobsResponse clearQueue(TableName table, String reason) throws IOException;
}
