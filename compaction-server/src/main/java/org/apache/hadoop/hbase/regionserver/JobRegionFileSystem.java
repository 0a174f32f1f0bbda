// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.JobFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The file system of a region, for one job. The region's {@code .tmp} is replaced by the job's
 * folder ({@link JobFolder}), and no other folder of the region is created or changed.
 */
public final class JobRegionFileSystem extends HRegionFileSystem {
  private final Path jobFolder;
  private final List<InetSocketAddress> favoredNodes;
  private final boolean inFamilyFolder;

  /**
   * Creates the file system of one job.
   *
   * @param jobFolder the job's own folder, see {@link JobFolder#path}
   * @param inFamilyFolder whether outputs are written into the family's folder
   * @param favoredNodes DataNodes for replicas of new files; empty: HDFS chooses
   */
  public JobRegionFileSystem(
      Configuration conf,
      FileSystem fs,
      Path tableDir,
      RegionInfo region,
      Path jobFolder,
      boolean inFamilyFolder,
      List<InetSocketAddress> favoredNodes) {
    super(conf, fs, tableDir, region);
    this.jobFolder = jobFolder;
    this.inFamilyFolder = inFamilyFolder;
    this.favoredNodes = List.copyOf(favoredNodes);
  }

  /** DataNodes for replicas of new files; empty: HDFS chooses. */
  public List<InetSocketAddress> favoredNodes() {
    return favoredNodes;
  }

  /** Whether outputs are written into the family's folder. */
  public boolean writesInFamilyFolder() {
    return inFamilyFolder;
  }

  @Override
  public Path getTempDir() {
    return jobFolder;
  }

  /** Creates no folder: a compaction must not create the folder of a deleted store again. */
  @Override
  Path createStoreDir(String familyName) throws IOException {
    Path storeDir = getStoreDir(familyName);
    if (!fs.exists(storeDir)) {
      throw new FileNotFoundException(storeDir + " does not exist");
    }
    return storeDir;
  }

  /** Does nothing: the region server sets storage policies. */
  @Override
  public void setStoragePolicy(String familyName, String policyName) {}
}
