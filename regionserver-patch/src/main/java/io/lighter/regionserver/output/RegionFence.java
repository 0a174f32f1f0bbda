// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.output;

import io.lighter.common.JobFolder;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * An empty folder below a region's {@code .tmp}, or outside of it for an adopted job. The next
 * owner of the region deletes the folder before it loads a store ({@link #removeAll}). HBase
 * empties {@code .tmp} as well after loading ({@code HRegionFileSystem.cleanupTempDir}). While the
 * folder exists, no other region server with this plug-in has thus loaded the region's files since
 * the folder was made.
 *
 * <p>A region server that stopped for a long time may have lost its regions without knowing it.
 * HBase fences the log of such a region server, and leaves the store's folder open to its changes
 * (HBASE-2231). This fence covers the folder. HDFS renames a file to a folder only if that folder
 * is there, in one step of the name node. Immutable; thread-safe.
 */
public final class RegionFence {
  private static final String PREFIX = "fence-";

  private final FileSystem fs;
  private final Path folder;

  private RegionFence(FileSystem fs, Path folder) {
    this.fs = fs;
    this.folder = folder;
  }

  /**
   * Creates a new fence.
   *
   * @param parent the region's {@code .tmp}, or {@link JobFolder#fences}
   * @throws IOException if HDFS does not create the folder
   */
  public static RegionFence raise(FileSystem fs, Path parent) throws IOException {
    Path folder = new Path(parent, PREFIX + UUID.randomUUID());
    if (!fs.mkdirs(folder)) {
      throw new IOException("cannot make " + folder);
    }
    return new RegionFence(fs, folder);
  }

  /**
   * Removes the fences of a region's earlier owners, with the files inside.
   *
   * @param parent the folder of the fences, which may be absent
   */
  public static void removeAll(FileSystem fs, Path parent) throws IOException {
    FileStatus[] found =
        CommonFSUtils.listStatus(fs, parent, path -> path.getName().startsWith(PREFIX));
    for (FileStatus fence : found == null ? new FileStatus[0] : found) {
      fs.delete(fence.getPath(), true);
    }
  }

  /** Whether no other region server has opened the region since. */
  public boolean stands() throws IOException {
    return fs.exists(folder);
  }

  /**
   * Moves a file from the store's folder into the fence, if the fence stands. The file is deleted
   * with the fence.
   *
   * @param file unused file, which may be absent
   * @return whether the file has been moved
   */
  public boolean takeBack(Path file) throws IOException {
    // HDFS checks the folder again as it moves; a local file system would create the folder.
    return stands() && fs.exists(file) && fs.rename(file, new Path(folder, file.getName()));
  }

  /**
   * The folder. HDFS moves a file there only while the fence stands, and the region's next owner
   * deletes the file with the fence.
   */
  public Path path() {
    return folder;
  }

  /** Deletes the folder and the files inside. */
  public void remove() throws IOException {
    fs.delete(folder, true);
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
