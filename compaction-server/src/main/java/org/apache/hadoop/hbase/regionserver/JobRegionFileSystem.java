package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobPaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
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
  private final Optional<InetSocketAddress> favoredNode;

  /**
   * The file system of one job.
   *
   * @param favoredNode DataNode that shall have a replica of what is written
   */
  public JobRegionFileSystem(
      Configuration conf,
      FileSystem fs,
      Path tableDir,
      RegionInfo region,
      CompactionJobId job,
      Optional<InetSocketAddress> favoredNode) {
    super(conf, fs, tableDir, region);
    this.job = job;
    this.favoredNode = favoredNode;
  }

  /** DataNode that shall have a replica of what is written. */
  public Optional<InetSocketAddress> favoredNode() {
    return favoredNode;
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
