// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.IndexBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs in this process. Thread-safe but for {@link #close}. */
final class LocalJobs implements BuildJobs {
  private static final Logger LOG = LoggerFactory.getLogger(LocalJobs.class);

  private final IndexBuilder.Target target;
  private final WorkFolder folder;
  private final EntryFiles files;
  private final SnapshotFiles snapshot;
  private final EntryRun run;

  private LocalJobs(
      IndexBuilder.Target target,
      WorkFolder folder,
      EntryFiles files,
      SnapshotFiles snapshot,
      EntryRun run) {
    this.target = target;
    this.folder = folder;
    this.files = files;
    this.snapshot = snapshot;
    this.run = run;
  }

  /**
   * Opens the snapshot of a build.
   *
   * @param family of the index table
   * @param memory bytes of entries of one job in memory
   */
  static LocalJobs open(
      Configuration conf,
      FileSystem fs,
      IndexBuilder.Target target,
      ColumnFamilyDescriptor family,
      long memory)
      throws IOException {
    WorkFolder folder = new WorkFolder(fs, conf, target.id());
    EntryFiles files = new EntryFiles(conf, fs, family);
    SnapshotFiles snapshot = SnapshotFiles.open(conf, fs, target.id().snapshot(), folder.attempt());
    folder.plan(snapshot.regions().size());
    return new LocalJobs(
        target,
        folder,
        files,
        snapshot,
        new EntryRun(target.table(), target.spec(), files, memory));
  }

  @Override
  public List<String> regions() {
    return List.copyOf(snapshot.regions().keySet());
  }

  @Override
  public long read(String region) throws IOException {
    Path kept = folder.run(region);
    if (!files.exists(kept)) {
      try (SnapshotRegion opened = snapshot.region(region, target.spec().keys().family())) {
        folder.keep(run.write(opened, folder.attempt()), region);
        LOG.info("{}: region {} read, stamp {}", target.id(), region, opened.stamp());
      }
    }
    return files.entries(kept);
  }

  @Override
  public Optional<MergedFile> merge(byte[] start, byte[] stop) throws IOException {
    List<Path> runs = regions().stream().map(folder::run).toList();
    Path merged = new Path(folder.attempt(), "merged");
    long entries = new EntryMerge(files).merge(runs, start, stop, merged);
    LOG.info(
        "{}: {} entries merged from row '{}'", target.id(), entries, Bytes.toStringBinary(start));
    return entries == 0 ? Optional.empty() : Optional.of(new MergedFile(merged, entries));
  }

  @Override
  public void close() throws IOException {
    snapshot.close();
  }
}
