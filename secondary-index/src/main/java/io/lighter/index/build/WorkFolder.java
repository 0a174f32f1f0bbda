// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
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
  private static final String PARENT = "lighter-index";
  private static final String ATTEMPTS = "attempts";
  private static final String RUNS = "runs";
  private static final String PLAN = "plan";

  private final FileSystem fs;
  private final BuildId id;
  private final Path folder;

  /**
   * Names the folder of a build, which need not be there.
   *
   * @param fs HBase's file system
   */
  WorkFolder(FileSystem fs, Configuration conf, BuildId id) {
    this(fs, new Path(parent(conf), id.value()), id);
  }

  /** As above, in a folder that another process has named. */
  WorkFolder(FileSystem fs, Path folder, BuildId id) {
    this.fs = fs;
    this.id = id;
    this.folder = folder;
  }

  /** The folder of all builds of this user. */
  static Path parent(Configuration conf) {
    return new Path(
        conf.get(
            HConstants.TEMPORARY_FS_DIRECTORY_KEY, HConstants.DEFAULT_TEMPORARY_HDFS_DIRECTORY),
        PARENT);
  }

  /**
   * Whether a path is the folder of a build that was begun and has not ended.
   *
   * @param fs HBase's file system
   */
  static boolean isOfBuild(FileSystem fs, Path path, BuildId id) throws IOException {
    return path.getName().equals(id.value())
        && path.getParent() != null
        && path.getParent().getName().equals(PARENT)
        && new WorkFolder(fs, path, id).isPlanned();
  }

  /** The absolute path of this build's folder in HBase's file system, without a scheme. */
  String path() {
    return fs.makeQualified(folder).toUri().getPath();
  }

  /** The run of a region, which is whole if it is there. */
  Path run(String region) {
    return new Path(new Path(folder, RUNS), region);
  }

  /** A new folder for what may be left incomplete. */
  Path attempt() throws IOException {
    Path attempt = attempt(UUID.randomUUID().toString());
    if (!fs.mkdirs(attempt)) {
      throw new IOException("cannot create folder " + attempt);
    }
    return attempt;
  }

  /** The folder of an attempt. */
  Path attempt(String name) {
    return new Path(new Path(folder, ATTEMPTS), name);
  }

  /** Deletes an attempt, and folders that are empty then, if the build has ended. */
  void deleteAttempt(Path attempt) throws IOException {
    boolean unused = fs.delete(attempt, true);
    if (!isPlanned()) {
      for (Path path : List.of(attempt.getParent(), new Path(folder, RUNS), folder)) {
        if (fs.exists(path) && fs.listStatus(path).length == 0) {
          unused = fs.delete(path, false);
        }
      }
    }
  }

  /** Whether the build was begun and has not ended. */
  boolean isPlanned() throws IOException {
    return fs.exists(new Path(folder, PLAN));
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
    try (FSDataOutputStream out = fs.create(new Path(folder, PLAN), true)) {
      out.writeInt(regions);
    }
  }

  /** How far the build is; empty if nothing was written yet. */
  Optional<BuildProgress> progress() throws IOException {
    int all;
    try (FSDataInputStream in = fs.open(new Path(folder, PLAN))) {
      all = in.readInt();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    int done = 0;
    try {
      done = fs.listStatus(new Path(folder, RUNS)).length;
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
