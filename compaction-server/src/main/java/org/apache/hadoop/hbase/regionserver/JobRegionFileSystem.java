package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobPaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * A region's folder as one job sees it: what goes to {@code .tmp} goes into the job's own folder
 * there, and nothing else is created or changed.
 */
public final class JobRegionFileSystem extends HRegionFileSystem {
  private final CompactionJobId job;
  private final List<InetSocketAddress> favoredNodes;

  /**
   * The file system of one job.
   *
   * @param favoredNodes DataNodes that shall have replicas of what is written; none: HDFS chooses
   */
  public JobRegionFileSystem(
      Configuration conf,
      FileSystem fs,
      Path tableDir,
      RegionInfo region,
      CompactionJobId job,
      List<InetSocketAddress> favoredNodes) {
    super(conf, fs, tableDir, region);
    this.job = job;
    this.favoredNodes = List.copyOf(favoredNodes);
  }

  /** DataNodes that shall have replicas of what is written; none: HDFS chooses. */
  public List<InetSocketAddress> favoredNodes() {
    return favoredNodes;
  }

  @Override
  public Path getTempDir() {
    return JobPaths.jobDir(super.getTempDir(), job);
  }

  /** Only looks: a store that is gone must not come back because somebody wanted to compact it. */
  @Override
  Path createStoreDir(String familyName) throws IOException {
    Path storeDir = getStoreDir(familyName);
    if (!fs.exists(storeDir)) {
      throw new FileNotFoundException(storeDir + " does not exist");
    }
    return storeDir;
  }

  /** The region server's business. */
  @Override
  public void setStoragePolicy(String familyName, String policyName) {}
}
