// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.IndexBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs in this process. Thread-safe but for {@link #close}. */
final class LocalJobs implements RequestableJobs {
  private static final Logger LOG = LoggerFactory.getLogger(LocalJobs.class);

  private static final Pattern ATTEMPT = Pattern.compile("[0-9a-f-]{36}");

  private final IndexBuilder.Target target;
  private final WorkFolder folder;
  private final FileWork work;
  private final SnapshotFiles snapshot;
  private final JobRequests requests;

  private LocalJobs(
      IndexBuilder.Target target,
      WorkFolder folder,
      FileWork work,
      SnapshotFiles snapshot,
      JobRequests requests) {
    this.target = target;
    this.folder = folder;
    this.work = work;
    this.snapshot = snapshot;
    this.requests = requests;
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
    SnapshotFiles snapshot = SnapshotFiles.open(conf, fs, target.id().snapshot(), folder.attempt());
    folder.plan(snapshot.regions().size());
    return new LocalJobs(
        target,
        folder,
        new FileWork(conf, fs, target, folder, family, memory),
        snapshot,
        new JobRequests(target, folder.path(), snapshot, family));
  }

  @Override
  public BuildId build() {
    return target.id();
  }

  @Override
  public SubmitBuildJobRequest readRequest(BuildJobId id, String region) {
    return requests.read(id, region);
  }

  @Override
  public SubmitBuildJobRequest mergeRequest(BuildJobId id, byte[] start, byte[] stop) {
    return requests.merge(id, regions(), start, stop);
  }

  @Override
  public List<String> regions() {
    return List.copyOf(snapshot.regions().keySet());
  }

  @Override
  public Optional<Long> kept(String region) throws IOException {
    return work.kept(region);
  }

  @Override
  public long read(String region) throws IOException {
    Optional<Long> kept = kept(region);
    return kept.isPresent()
        ? kept.get()
        : work.read(snapshot, region, folder.attempt(), new LongAdder());
  }

  @Override
  public Optional<MergedFile> merge(byte[] start, byte[] stop) throws IOException {
    Optional<MergedFile> merged =
        work.merge(regions(), start, stop, folder.attempt(), new LongAdder());
    LOG.info(
        "{}: {} entries merged from row '{}'",
        target.id(),
        merged.map(MergedFile::entries).orElse(0L),
        Bytes.toStringBinary(start));
    return merged;
  }

  @Override
  public MergedFile merged(String attempt) throws IOException {
    if (!ATTEMPT.matcher(attempt).matches()) {
      throw new IOException("%s: no attempt has such a name".formatted(target.id()));
    }
    Path file = FileWork.file(folder.attempt(attempt));
    return new MergedFile(file, work.entries(file));
  }

  @Override
  public void close() throws IOException {
    snapshot.close();
  }
}
