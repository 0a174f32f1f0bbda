// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;

/**
 * The folder below a region's {@code .tmp} that has the output files of one job. The folder is the
 * fence between a compaction server and a region server:
 *
 * <ul>
 *   <li>The compaction server writes below the folder. Only live sets of indexes leave it, by a
 *       rename within the region's folder.
 *   <li>The region server takes a file over by a rename out of the folder. HDFS renames atomically,
 *       so exactly one side has the file at any moment. After the rename no message and no clock of
 *       the compaction server matters.
 *   <li>Either side gives the job up by deleting the folder. A compaction server that still writes
 *       there loses its HDFS lease, and leaves no file behind.
 * </ul>
 *
 * <p>The fence needs a file system that renames atomically; see {@link ClaimedOutput} for others.
 *
 * <p>HBase deletes what is left in {@code .tmp} when it opens the region ({@code
 * HRegionFileSystem.cleanupTempDir}). The folder of a job that may outlive its region server is
 * below {@link #outliving} instead. The region's next owner adopts such a job or deletes its folder
 * ({@link JobRecord}). Immutable.
 *
 * @param regionTempDir the region's {@code .tmp}, see {@code HRegionFileSystem.getTempDir}, or
 *     {@link #outliving}
 * @param job job that writes below the folder, which has the name of its id
 */
public record JobFolder(Path regionTempDir, CompactionJobId job) implements JobOutput {
  /** Name that HBase gives a new store file; such a name cannot lead out of the folder. */
  private static final Pattern OUTPUT_NAME = Pattern.compile("[0-9a-f]{32}");

  private static final String OUTLIVING = ".lighter-jobs";

  /**
   * The folder of a region that has the folders of jobs which may outlive their region server.
   * HBase reads, archives and deletes nothing there while the region exists: the name of a family
   * does not begin with a dot.
   *
   * @param regionDir the region's folder, see {@code HRegionFileSystem.getRegionDir}
   */
  public static Path outliving(Path regionDir) {
    return new Path(regionDir, OUTLIVING);
  }

  /**
   * The folder of a region that has the fences of adopted jobs of a family. Families open side by
   * side, so each has a folder of its own to empty.
   *
   * @param regionDir as above
   */
  public static Path fences(Path regionDir, String family) {
    return new Path(new Path(outliving(regionDir), "fences"), family);
  }

  @Override
  public Path path() {
    return new Path(regionTempDir, job.value());
  }

  /** The path that one output file has before the region server takes it over. */
  @Override
  public Path output(String family, String fileName) {
    return new Path(new Path(path(), family), fileName);
  }

  /**
   * Checks the name of an output file that came from the other side.
   *
   * @throws IOException if the name does not have the form of HBase's names, 32 hexadecimal digits
   */
  public static void requireOutputName(String fileName) throws IOException {
    if (!OUTPUT_NAME.matcher(fileName).matches()) {
      throw new IOException(
          "name of an output file = '%s': expected 32 hexadecimal digits".formatted(fileName));
    }
  }

  /** Moves one output file out of the folder. */
  @Override
  public boolean takeOver(FileSystem fs, String family, String fileName, Path target)
      throws IOException {
    return fs.rename(output(family, fileName), target);
  }

  /** Deletes the folder, which has nothing of value any more. */
  @Override
  public void release(FileSystem fs) throws IOException {
    delete(fs);
  }

  /** Deletes the folder. Both sides may delete it at any time. */
  @Override
  public boolean delete(FileSystem fs) throws IOException {
    return fs.delete(path(), true);
  }

  @Override
  public void deleteEmptyRegion(FileSystem fs) throws IOException {
    Path region = regionTempDir.getParent();
    if (fs.exists(new Path(region, HRegionFileSystem.REGION_INFO_FILE))) {
      return;
    }
    for (Path folder : List.of(regionTempDir, region, region.getParent())) {
      if (!isEmpty(fs, folder)) {
        return;
      }
      fs.delete(folder, false); // fails if another process has put something there since
    }
  }

  /** False if the folder is not there at all: then another process is deleting the region. */
  private static boolean isEmpty(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder).length == 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** The path of the folder, for logs. */
  @Override
  public String toString() {
    return path().toString();
  }
}
