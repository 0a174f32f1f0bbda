// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.common.CompactionJobId;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * An output whose blocks a compaction server was asked to retain.
 *
 * @param replica id of the replica that fetches the blocks, 0 for the primary
 */
public record RetainedOutput(CompactionJobId job, ServerName server, int replica) {
  /** An output for the primary replica. */
  public RetainedOutput(CompactionJobId job, ServerName server) {
    this(job, server, RegionInfo.DEFAULT_REPLICA_ID);
  }
}
