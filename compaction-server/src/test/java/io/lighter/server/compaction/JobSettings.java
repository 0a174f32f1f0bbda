package io.lighter.server.compaction;

import io.lighter.server.job.JobSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreUtils;

/** The configuration that a job's store ends up with. */
public final class JobSettings {
  private JobSettings() {}

  /** As HBase computes it, from what {@link JobConfiguration} makes of a job. */
  public static Configuration of(Configuration site, JobSpec spec) {
    JobConfiguration configuration = JobConfiguration.of(site, spec);
    return StoreUtils.createStoreConfiguration(
        configuration.base(), configuration.table(), configuration.family());
  }
}
