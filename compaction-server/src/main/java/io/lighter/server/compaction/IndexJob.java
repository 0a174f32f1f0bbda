// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.config.LighterOption;
import io.lighter.index.client.IndexTables;
import io.lighter.index.gc.CollectionJob;
import io.lighter.index.gc.IndexAwareCompactor;
import io.lighter.index.gc.IndexEvents;
import io.lighter.index.gc.LiveSetJob;
import io.lighter.index.gc.LiveSetMemory;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a job does for secondary indexes: it writes live sets of a data family, collects stale
 * entries of an index table, or does nothing. Confined to the job's thread.
 */
final class IndexJob implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexJob.class);

  /** What the jobs of a server share. */
  record Shared(LiveSetMemory memory, IndexEvents events) {}

  private final Optional<LiveSetJob> liveSets;
  private final Optional<CollectionJob> collection;

  private IndexJob(Optional<LiveSetJob> liveSets, Optional<CollectionJob> collection) {
    this.liveSets = liveSets;
    this.collection = collection;
  }

  /** Whether the job needs {@link IndexAwareCompactor} in place of HBase's. */
  static boolean concerns(Configuration site, JobSpec spec) {
    return !indexesOf(spec).isEmpty() || collectedIndex(site, spec).isPresent();
  }

  /** Begins the job's part; the job's own work does not depend on whether that succeeds. */
  static IndexJob begin(
      Configuration site,
      FileSystem fs,
      JobSpec spec,
      Compactor<?> compactor,
      List<HStoreFile> inputs,
      Shared shared) {
    if (!(compactor instanceof IndexAwareCompactor aware)) {
      return new IndexJob(Optional.empty(), Optional.empty());
    }
    Optional<LiveSetJob> liveSets = liveSets(fs, spec, inputs, shared);
    Optional<CollectionJob> collection =
        collectedIndex(site, spec)
            .map(
                index ->
                    CollectionJob.begin(
                        fs, dataDir(spec), index, shared.memory(), shared.events()));
    liveSets.ifPresent(aware::use);
    collection.ifPresent(aware::use);
    return new IndexJob(liveSets, collection);
  }

  private static Optional<LiveSetJob> liveSets(
      FileSystem fs, JobSpec spec, List<HStoreFile> inputs, Shared shared) {
    List<IndexSpec> indexes = indexesOf(spec);
    long sequenceId = inputs.stream().mapToLong(HStoreFile::getMaxSequenceId).max().orElse(0);
    if (indexes.isEmpty() || sequenceId > spec.request().getIndexSettledSeqId()) {
      return Optional.empty();
    }
    return Optional.of(
        LiveSetJob.begin(
            fs,
            spec.tableDir(),
            spec.region(),
            spec.folder().path(),
            indexes,
            sequenceId,
            spec.request().getSmallestReadPoint(),
            shared.events()));
  }

  /** Publishes or counts, after the compaction. */
  void end(long inputCells) {
    liveSets.ifPresent(job -> job.publish(inputCells));
    collection.ifPresent(CollectionJob::end);
  }

  @Override
  public void close() {
    liveSets.ifPresent(LiveSetJob::close);
    collection.ifPresent(CollectionJob::close);
  }

  /** The indexes of which the job writes live sets. */
  private static List<IndexSpec> indexesOf(JobSpec spec) {
    if (!hasDefaultEngine(spec)
        || spec.inFamilyFolder() // live sets need atomic renames
        || !spec.request().getAllFiles()
        || !spec.request().hasIndexSettledSeqId()
        || spec.request().getVisibilityLabels()
        || !showsTheNewestPut(spec.family())) {
      return List.of();
    }
    try {
      return IndexSpecs.of(spec.table()).stream()
          .filter(index -> Arrays.equals(index.keys().family(), spec.family().getName()))
          .toList();
    } catch (IndexSpecException e) {
      LOG.warn("no live sets of {}", spec.subject(), e);
      return List.of();
    }
  }

  /** Whether a read shows the newest put that the output has, unless a marker hides it. */
  private static boolean showsTheNewestPut(ColumnFamilyDescriptor family) {
    return family.getKeepDeletedCells() == KeepDeletedCells.FALSE
        && family.getTimeToLive() == HConstants.FOREVER
        && !family.isNewVersionBehavior();
  }

  /** The index whose stale entries the job drops. */
  private static Optional<IndexSpec> collectedIndex(Configuration site, JobSpec spec) {
    if (!hasDefaultEngine(spec)
        || !Bytes.equals(spec.family().getName(), IndexNames.family())
        || !isEnabled(site, spec)) {
      return Optional.empty();
    }
    try {
      return IndexTables.spec(spec.table());
    } catch (IndexSpecException e) {
      LOG.warn("no collection in {}", spec.subject(), e);
      return Optional.empty();
    }
  }

  private static boolean isEnabled(Configuration site, JobSpec spec) {
    String key = LighterOption.INDEX_GC_ENABLED.key();
    String value = spec.table().getValue(key);
    if (value == null) {
      value = site.get(key, LighterOption.INDEX_GC_ENABLED.defaultValue());
    }
    if (!value.equals("true") && !value.equals("false")) {
      LOG.warn(
          "{}: {} = '{}': expected true or false; nothing is dropped",
          spec.table().getTableName(),
          key,
          value);
    }
    return value.equals("true");
  }

  private static boolean hasDefaultEngine(JobSpec spec) {
    return spec.request().getEngine().equals(DefaultStoreEngine.class.getName());
  }

  /** The folder of the data table, in the same root folder as the index table's. */
  private static Path dataDir(JobSpec spec) {
    TableName data = IndexTables.dataTable(spec.table()).orElseThrow();
    Path root = spec.tableDir().getParent().getParent().getParent();
    return CommonFSUtils.getTableDir(root, data);
  }
}
