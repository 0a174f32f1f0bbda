// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.build.BuildJobs.MergedFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the jobs of one build do with files, in whichever process they run. Two jobs with the same
 * work may run at a time: both write the same content, each in an attempt of its own. Thread-safe.
 */
final class FileWork {
  private static final Logger LOG = LoggerFactory.getLogger(FileWork.class);

  private static final String MERGED = "merged";

  private final IndexBuilder.Target target;
  private final WorkFolder folder;
  private final EntryFiles files;
  private final EntryRun run;

  /**
   * Creates the work of a build.
   *
   * @param family of the index table
   * @param memory bytes of entries of one job in memory
   */
  FileWork(
      Configuration conf,
      FileSystem fs,
      IndexBuilder.Target target,
      WorkFolder folder,
      ColumnFamilyDescriptor family,
      long memory) {
    this.target = target;
    this.folder = folder;
    this.files = new EntryFiles(conf, fs, family);
    this.run = new EntryRun(target.table(), target.spec(), files, memory);
  }

  /**
   * Writes the run of a region, unless it is there.
   *
   * @param attempt an empty folder for what is not complete
   * @param rows counts the rows that were read
   * @return number of entries
   */
  long read(SnapshotFiles snapshot, String region, Path attempt, LongAdder rows)
      throws IOException {
    Path kept = folder.run(region);
    if (!files.exists(kept)) {
      try (SnapshotRegion opened = snapshot.region(region, target.spec().keys().family())) {
        folder.keep(run.write(opened, attempt, rows), region);
        LOG.info("{}: region {} read, stamp {}", target.id(), region, opened.stamp());
      }
    }
    return files.entries(kept);
  }

  /** The number of entries of a region's run; empty if there is none. */
  Optional<Long> kept(String region) throws IOException {
    Path kept = folder.run(region);
    return files.exists(kept) ? Optional.of(files.entries(kept)) : Optional.empty();
  }

  /**
   * Merges the runs of these regions from one row to another.
   *
   * @param attempt an empty folder for the file
   * @param merged counts the entries that were read
   * @return empty if there is no entry
   */
  Optional<MergedFile> merge(
      List<String> regions, byte[] start, byte[] stop, Path attempt, LongAdder merged)
      throws IOException {
    List<Path> runs = regions.stream().map(folder::run).toList();
    Path file = file(attempt);
    long entries = new EntryMerge(files, merged).merge(runs, start, stop, file);
    return entries == 0 ? Optional.empty() : Optional.of(new MergedFile(file, entries));
  }

  /** The number of entries of a file. */
  long entries(Path file) throws IOException {
    return files.entries(file);
  }

  /** The merged file of an attempt. */
  static Path file(Path attempt) {
    return new Path(attempt, MERGED);
  }
}
