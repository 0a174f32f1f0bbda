// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.server.job.JobSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreUtils;

/** The final configuration of a job's store. */
public final class JobSettings {
  private JobSettings() {}

  /** Computes it as HBase does, from a job's {@link JobConfiguration}. */
  public static Configuration of(Configuration site, JobSpec spec) {
    JobConfiguration configuration = JobConfiguration.of(site, spec);
    return StoreUtils.createStoreConfiguration(
        configuration.base(), configuration.table(), configuration.family());
  }
}
