// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's view of a layout that is a pure function of the store's files. HBase calls the methods
 * that change files with the store's write lock held; they replace an immutable snapshot, which
 * readers see without a lock. No method does I/O: HBase has read first and last rows when it opened
 * the files.
 *
 * @param <F> what the layout needs of a file; immutable
 * @param <L> the layout; immutable
 */
@InterfaceAudience.Private
abstract class LayoutFileManager<F, L> implements StoreFileManager {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutFileManager.class);

  private final Function<Collection<F>, L> layoutOf;
  private final ToIntFunction<L> depthOf;
  private final ToIntFunction<L> usualDepthOf;
  private final int blockingFiles;
  private final Comparator<HStoreFile> order = StoreFileComparators.SEQ_ID;

  /** Replaced with the store's write lock held. */
  private volatile Snapshot snapshot;

  /**
   * In the order of the commits. Not sorted: the order of two files with one sequence id, as the
   * outputs of one compaction have, is asked of their readers, and HBase closes these without the
   * store's lock while it archives the files. A commit that fails here has switched the reads, and
   * its inputs are on no list. Replaced with the store's write lock held.
   */
  private volatile ImmutableList<HStoreFile> compacted = ImmutableList.of();

  /**
   * Creates a manager without files.
   *
   * @param layoutOf returns the layout of a store
   * @param depthOf returns the most files that any row is in
   * @param usualDepthOf returns the depth up to which the store needs no faster compactions
   */
  LayoutFileManager(
      Configuration conf,
      Function<Collection<F>, L> layoutOf,
      ToIntFunction<L> depthOf,
      ToIntFunction<L> usualDepthOf) {
    this.layoutOf = layoutOf;
    this.depthOf = depthOf;
    this.usualDepthOf = usualDepthOf;
    blockingFiles = blockingFiles(conf);
    snapshot = new Snapshot(List.of(), Map.of());
  }

  /** Returns the depth above which HBase holds flushes back. */
  static int blockingFiles(Configuration conf) {
    return conf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
  }

  /** Returns what the layout needs of a file whose reader is open. */
  abstract F facts(HStoreFile file);

  /** Returns the name of a file, as {@link #name(HStoreFile)}. */
  abstract String nameOf(F file);

  /** Returns the files of a layout that a scan between two rows, both inclusive, has to read. */
  abstract Collection<F> reads(L layout, byte[] from, byte[] to);

  /** The files of the store and their layout. Immutable. */
  final class Snapshot {
    private final ImmutableList<HStoreFile> all;
    private final Map<String, F> facts;
    private final Map<String, HStoreFile> byName = new HashMap<>();
    private final L layout;

    private Snapshot(Collection<HStoreFile> files, Map<String, F> facts) {
      all = ImmutableList.sortedCopyOf(order, files);
      this.facts = facts;
      all.forEach(file -> byName.put(name(file), file));
      layout = layoutOf.apply(facts.values());
    }

    L layout() {
      return layout;
    }

    ImmutableList<HStoreFile> all() {
      return all;
    }

    List<HStoreFile> files(Collection<F> of) {
      List<HStoreFile> files = new ArrayList<>(of.size());
      of.forEach(file -> files.add(byName.get(nameOf(file))));
      files.sort(order);
      return files;
    }

    List<F> facts(Collection<HStoreFile> of) {
      return of.stream().map(file -> facts.get(name(file))).filter(Objects::nonNull).toList();
    }

    private Snapshot change(
        Collection<HStoreFile> removed,
        Collection<HStoreFile> added,
        Function<HStoreFile, F> factsOf) {
      List<HStoreFile> files = new ArrayList<>(all);
      Map<String, F> changed = new HashMap<>(facts);
      files.removeAll(removed);
      removed.forEach(file -> changed.remove(name(file)));
      files.addAll(added);
      added.forEach(file -> changed.put(name(file), factsOf.apply(file)));
      return new Snapshot(files, changed);
    }
  }

  static String name(HStoreFile file) {
    return file.getPath().getName();
  }

  /** Returns what each of Lighter's engines needs of a file whose reader is open. */
  static RangeFile.Builder commonFacts(HStoreFile file) {
    long bytes = file.getReader().length();
    RangeFile.Builder facts =
        RangeFile.named(name(file), file.isReference() ? bytes / 2 : bytes, file.getMaxSequenceId())
            .reference(file.isReference())
            .inMinor(!file.excludeFromMinorCompaction())
            .masksNewer(OutputFacts.isMaskingNewer(file))
            .orderUnknown(OutputFacts.isOrderUnknown(file))
            .writtenMillis(OutputFacts.writtenMillis(file))
            .oldestCellMillis(file.getMinimumTimestamp().orElse(Long.MIN_VALUE));
    Optional<Cell> first = file.getFirstKey();
    Optional<Cell> last = file.getLastKey();
    if (first.isPresent() && last.isPresent()) {
      byte[] firstRow = CellUtil.cloneRow(first.get());
      byte[] lastRow = CellUtil.cloneRow(last.get());
      facts.rows(firstRow, lastRow);
      if (Bytes.compareTo(firstRow, lastRow) > 0) {
        LOG.error(
            "rows are out of order, {} to {}: each read of the store has the file, and no"
                + " compaction takes it: {}",
            Bytes.toStringBinary(firstRow),
            Bytes.toStringBinary(lastRow),
            file.getPath());
      }
    }
    return facts;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public void loadFiles(List<HStoreFile> files) {
    snapshot = new Snapshot(List.of(), Map.of()).change(List.of(), files, this::facts);
  }

  @Override
  public void insertNewFiles(Collection<HStoreFile> files) {
    snapshot = snapshot.change(List.of(), files, this::facts);
  }

  @Override
  public void addCompactionResults(Collection<HStoreFile> inputs, Collection<HStoreFile> outputs) {
    replace(inputs, outputs, this::facts);
  }

  /** Replaces the inputs of a compaction, with other facts of the outputs. */
  final void replace(
      Collection<HStoreFile> inputs,
      Collection<HStoreFile> outputs,
      Function<HStoreFile, F> factsOf) {
    snapshot = snapshot.change(inputs, outputs, factsOf);
    inputs.forEach(HStoreFile::markCompactedAway);
    compacted = ImmutableList.<HStoreFile>builder().addAll(compacted).addAll(inputs).build();
  }

  @Override
  public void removeCompactedFiles(Collection<HStoreFile> files) {
    List<HStoreFile> left = new ArrayList<>(compacted);
    left.removeAll(files);
    compacted = ImmutableList.copyOf(left);
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    ImmutableList<HStoreFile> all = snapshot.all;
    snapshot = new Snapshot(List.of(), Map.of());
    return all;
  }

  @Override
  public Collection<HStoreFile> clearCompactedFiles() {
    List<HStoreFile> all = compacted;
    compacted = ImmutableList.of();
    return all;
  }

  @Override
  public Collection<HStoreFile> getStoreFiles() {
    return snapshot.all;
  }

  @Override
  public Collection<HStoreFile> getCompactedfiles() {
    return compacted;
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    Snapshot now = snapshot;
    return now.files(reads(now.layout, startRow, stopRow));
  }

  /**
   * Returns the depth: the most files that any row is in. HBase holds flushes back if the number
   * exceeds {@code hbase.hstore.blockingStoreFiles}, which is meant for the files that a read
   * meets.
   */
  @Override
  public int getStorefileCount() {
    return depthOf.applyAsInt(snapshot.layout);
  }

  @Override
  public int getCompactedFilesCount() {
    return compacted.size();
  }

  @Override
  public Iterator<HStoreFile> getCandidateFilesForRowKeyBefore(KeyValue targetKey) {
    return snapshot.all.reverse().iterator();
  }

  @Override
  public Iterator<HStoreFile> updateCandidateFilesForRowKeyBefore(
      Iterator<HStoreFile> candidates, KeyValue targetKey, Cell candidate) {
    return candidates;
  }

  @Override
  public int getStoreCompactionPriority() {
    int priority = blockingFiles - getStorefileCount();
    return priority == HStore.PRIORITY_USER ? priority + 1 : priority;
  }

  /** HBase holds the store's read lock, so that both lists are of one moment. */
  @Override
  public Collection<HStoreFile> getUnneededFiles(long maxTs, List<HStoreFile> filesCompacting) {
    return ExpiredFiles.of(snapshot.all, maxTs, filesCompacting, compacted);
  }

  /** Returns more than 1 exactly if HBase holds flushes back, with a usual depth below that one. */
  @Override
  public double getCompactionPressure() {
    L layout = snapshot.layout;
    int usual = usualDepthOf.applyAsInt(layout);
    int spare = Math.max(1, blockingFiles - usual);
    return Math.max(0, depthOf.applyAsInt(layout) - usual) / (double) spare;
  }

  @Override
  public Comparator<HStoreFile> getStoreFileComparator() {
    return order;
  }
}
