// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Output files that a job writes into the family's folder, under names of their own. The tracker of
 * the store keeps a list, so that a file which is not on the list is no data. No file is renamed.
 *
 * <p>The job's folder below {@code .tmp} has a <em>claim</em> for each file: an empty file with the
 * same name, which the compaction server creates before the file itself. The protocol:
 *
 * <ol>
 *   <li>A claim says that the file is in no list and will be in none while the claim exists. The
 *       side that gives the job up deletes the claimed files, and then the claims.
 *   <li>A job whose file is complete looks at its claims. If one is gone, the job was given up, and
 *       the compaction server deletes its files.
 *   <li>The compaction server deletes nothing after it has reported the completion, unless the
 *       region server asks for it: the region server may be in the middle of its commit.
 *   <li>The region server deletes the claims before it commits the files ({@link #release}).
 *   <li>The region's next owner deletes the files of all claims that it finds.
 * </ol>
 *
 * <p>A region server that dies between the last two steps leaves files without claims. Their
 * inputs, which each of them names, are then still on the list; by that the next owner knows them.
 * Immutable.
 *
 * @param claims folder of the claims
 */
public record ClaimedOutput(JobFolder claims) implements JobOutput {
  @Override
  public CompactionJobId job() {
    return claims.job();
  }

  @Override
  public Path path() {
    return claims.path();
  }

  /** The file in the family's folder. */
  @Override
  public Path output(String family, String fileName) {
    return new Path(new Path(region(), family), fileName);
  }

  /**
   * Creates the claim of a file, before the file itself is created.
   *
   * @throws IOException if the claim exists or cannot be created
   */
  public void claim(FileSystem fs, String family, String fileName) throws IOException {
    fs.create(claims.output(family, fileName), false).close();
  }

  /** Whether the file has not been given up. */
  public boolean isClaimed(FileSystem fs, String family, String fileName) throws IOException {
    return fs.exists(claims.output(family, fileName));
  }

  /** Moves nothing. */
  @Override
  public boolean takeOver(FileSystem fs, String family, String fileName, Path target)
      throws IOException {
    return fs.exists(target);
  }

  /** Deletes the claims. */
  @Override
  public void release(FileSystem fs) throws IOException {
    claims.delete(fs);
  }

  /** Deletes the claimed files, and then the claims: a failure in between loses no claim. */
  @Override
  public boolean delete(FileSystem fs) throws IOException {
    for (FileStatus family : list(fs, path())) {
      if (family.isDirectory()) {
        deleteClaimed(fs, family.getPath());
      }
    }
    return claims.delete(fs);
  }

  private void deleteClaimed(FileSystem fs, Path familyClaims) throws IOException {
    for (FileStatus claim : list(fs, familyClaims)) {
      fs.delete(output(familyClaims.getName(), claim.getPath().getName()), false);
    }
  }

  @Override
  public void deleteEmptyRegion(FileSystem fs) throws IOException {
    claims.deleteEmptyRegion(fs);
  }

  /**
   * Deletes the claimed files of all jobs in a family's folder. The region's owner calls the method
   * when it opens the region, before a job of its own. HBase then empties {@code .tmp}.
   *
   * @param regionTempDir the region's {@code .tmp}, which may be absent
   * @param family name of the column family
   * @param listed names of the files on the tracker's list, which stay
   * @return the files that were there
   */
  public static List<Path> deleteAll(
      FileSystem fs, Path regionTempDir, String family, Set<String> listed) throws IOException {
    List<Path> deleted = new ArrayList<>();
    Path folder = new Path(regionTempDir.getParent(), family);
    for (FileStatus job : list(fs, regionTempDir)) {
      if (!CompactionJobId.isId(job.getPath().getName())) {
        continue;
      }
      for (FileStatus claim : list(fs, new Path(job.getPath(), family))) {
        Path file = new Path(folder, claim.getPath().getName());
        if (claim.isFile() && !listed.contains(file.getName()) && fs.delete(file, false)) {
          deleted.add(file);
        }
      }
    }
    return deleted;
  }

  private Path region() {
    return claims.regionTempDir().getParent();
  }

  private static FileStatus[] list(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /** The path of the claims, for logs. */
  @Override
  public String toString() {
    return claims.toString();
  }
}
