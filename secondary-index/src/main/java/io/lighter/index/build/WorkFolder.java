// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/**
 * The folder of a build: {@code plan} has the number of regions, {@code runs/} a file for each
 * region that was read, {@code attempts/} all that is not complete. Files are written in an attempt
 * and renamed, so what is in {@code runs} is whole. Thread-safe.
 */
final class WorkFolder {
  private final FileSystem fs;
  private final BuildId id;
  private final Path folder;

  /**
   * Names the folder of a build, which need not be there.
   *
   * @param fs HBase's file system
   */
  WorkFolder(FileSystem fs, Configuration conf, BuildId id) {
    this.fs = fs;
    this.id = id;
    this.folder = new Path(parent(conf), id.value());
  }

  /** The folder of all builds of this user. */
  static Path parent(Configuration conf) {
    return new Path(
        conf.get(
            HConstants.TEMPORARY_FS_DIRECTORY_KEY, HConstants.DEFAULT_TEMPORARY_HDFS_DIRECTORY),
        "lighter-index");
  }

  /** The run of a region, which is whole if it is there. */
  Path run(String region) {
    return new Path(new Path(folder, "runs"), region);
  }

  /** A new folder for what may be left incomplete. */
  Path attempt() throws IOException {
    Path attempt = new Path(new Path(folder, "attempts"), UUID.randomUUID().toString());
    if (!fs.mkdirs(attempt)) {
      throw new IOException("cannot create folder " + attempt);
    }
    return attempt;
  }

  /**
   * Makes a file that is whole the run of a region; another one with the same content may be it.
   */
  void keep(Path whole, String region) throws IOException {
    Path run = run(region);
    if (!fs.mkdirs(run.getParent())) {
      throw new IOException("cannot create folder " + run.getParent());
    }
    if (!fs.rename(whole, run) && !fs.exists(run)) {
      throw new IOException("cannot rename %s to %s".formatted(whole, run));
    }
  }

  /** Notes the number of regions that are to be read. */
  void plan(int regions) throws IOException {
    try (FSDataOutputStream out = fs.create(new Path(folder, "plan"), true)) {
      out.writeInt(regions);
    }
  }

  /** How far the build is; empty if nothing was written yet. */
  Optional<BuildProgress> progress() throws IOException {
    int all;
    try (FSDataInputStream in = fs.open(new Path(folder, "plan"))) {
      all = in.readInt();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    int done = 0;
    try {
      done = fs.listStatus(new Path(folder, "runs")).length;
    } catch (FileNotFoundException e) {
      // no region was read yet
    }
    BuildStep step = done < all ? BuildStep.READ : BuildStep.MERGE;
    return Optional.of(
        new BuildProgress(
            id.value(), step, step == BuildStep.READ ? done : 0, all, BuildProgress.UNKNOWN));
  }

  void delete() throws IOException {
    boolean unused = fs.delete(folder, true); // false: it was not there
  }
}
