// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangeLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's view of a {@link RangeLayout}. HBase calls the methods that change files with the store's
 * write lock held; they replace an immutable snapshot, which readers see without a lock. No method
 * does I/O: HBase has read first and last rows when it opened the files.
 */
@InterfaceAudience.Private
class RangeStoreFileManager implements StoreFileManager {
  private static final Logger LOG = LoggerFactory.getLogger(RangeStoreFileManager.class);

  private static final double MAX_SPLIT_IMBALANCE = 1.5;

  private final CellComparator cells;
  private final RangeLimits limits;
  private final int blockingFiles;
  private final Comparator<HStoreFile> order = StoreFileComparators.SEQ_ID;

  /** Replaced with the store's write lock held. */
  private volatile Snapshot snapshot;

  /** Replaced with the store's write lock held. */
  private volatile ImmutableList<HStoreFile> compacted = ImmutableList.of();

  RangeStoreFileManager(CellComparator cells, Configuration conf, RangeLimits limits) {
    this.cells = cells;
    this.limits = limits;
    blockingFiles =
        conf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    snapshot = new Snapshot(List.of(), Map.of());
  }

  /** The files of the store and their layout. Immutable. */
  final class Snapshot {
    private final ImmutableList<HStoreFile> all;
    private final Map<String, RangeFile> facts;
    private final Map<String, HStoreFile> byName = new HashMap<>();
    private final RangeLayout layout;

    private Snapshot(Collection<HStoreFile> files, Map<String, RangeFile> facts) {
      all = ImmutableList.sortedCopyOf(order, files);
      this.facts = facts;
      all.forEach(file -> byName.put(name(file), file));
      layout = RangeLayout.of(facts.values(), limits.rangeBytes());
    }

    RangeLayout layout() {
      return layout;
    }

    ImmutableList<HStoreFile> all() {
      return all;
    }

    List<HStoreFile> files(Collection<RangeFile> of) {
      List<HStoreFile> files = new ArrayList<>(of.size());
      of.forEach(file -> files.add(byName.get(file.name())));
      files.sort(order);
      return files;
    }

    List<RangeFile> facts(Collection<HStoreFile> of) {
      return of.stream().map(file -> facts.get(name(file))).filter(Objects::nonNull).toList();
    }

    private Snapshot change(
        Collection<HStoreFile> removed, Collection<HStoreFile> added, boolean divisible) {
      List<HStoreFile> files = new ArrayList<>(all);
      Map<String, RangeFile> changed = new HashMap<>(facts);
      files.removeAll(removed);
      removed.forEach(file -> changed.remove(name(file)));
      files.addAll(added);
      added.forEach(file -> changed.put(name(file), factsOf(file, divisible)));
      return new Snapshot(files, changed);
    }
  }

  static String name(HStoreFile file) {
    return file.getPath().getName();
  }

  private static RangeFile factsOf(HStoreFile file, boolean divisible) {
    long bytes = file.getReader().length();
    byte[] hint = file.getMetadataValue(StripeStoreFileManager.STRIPE_START_KEY);
    RangeFile.Builder facts =
        RangeFile.named(name(file), file.isReference() ? bytes / 2 : bytes, file.getMaxSequenceId())
            .startHint(hint == null ? StripeStoreFileManager.OPEN_KEY : hint)
            .reference(file.isReference())
            .inMinor(!file.excludeFromMinorCompaction())
            .divisible(divisible)
            .masksNewer(RangeOutputs.isMaskingNewer(file))
            .orderUnknown(RangeOutputs.isOrderUnknown(file))
            .writtenMillis(RangeOutputs.writtenMillis(file));
    Optional<Cell> first = file.getFirstKey();
    Optional<Cell> last = file.getLastKey();
    if (first.isPresent() && last.isPresent()) {
      byte[] firstRow = CellUtil.cloneRow(first.get());
      byte[] lastRow = CellUtil.cloneRow(last.get());
      byte[] end = file.getMetadataValue(StripeStoreFileManager.STRIPE_END_KEY);
      facts.rows(firstRow, lastRow).merged(isWithin(firstRow, lastRow, hint, end));
      if (Bytes.compareTo(firstRow, lastRow) > 0) {
        LOG.error(
            "rows are out of order, {} to {}: each read of the store has the file, and no compaction"
                + " takes it: {}",
            Bytes.toStringBinary(firstRow),
            Bytes.toStringBinary(lastRow),
            file.getPath());
      }
    }
    return facts.build();
  }

  /** Tells whether the metadata of a stripe is there, and agrees with the rows. */
  private static boolean isWithin(byte[] first, byte[] last, byte[] start, byte[] end) {
    return start != null
        && end != null
        && Bytes.compareTo(start, first) <= 0
        && (end.length == 0 || Bytes.compareTo(last, end) < 0);
  }

  Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public void loadFiles(List<HStoreFile> files) {
    snapshot = new Snapshot(List.of(), Map.of()).change(List.of(), files, true);
  }

  @Override
  public void insertNewFiles(Collection<HStoreFile> files) {
    snapshot = snapshot.change(List.of(), files, true);
  }

  @Override
  public void addCompactionResults(Collection<HStoreFile> inputs, Collection<HStoreFile> outputs) {
    snapshot = snapshot.change(inputs, outputs, !isStuck(inputs, outputs));
    inputs.forEach(HStoreFile::markCompactedAway);
    List<HStoreFile> all = new ArrayList<>(compacted);
    all.addAll(inputs);
    compacted = ImmutableList.sortedCopyOf(order, all);
  }

  /**
   * Tells whether a file that is too large was compacted alone and did not become several files. A
   * file with unknown rows was not to be divided.
   */
  private boolean isStuck(Collection<HStoreFile> inputs, Collection<HStoreFile> outputs) {
    var facts = snapshot.facts(inputs).stream().filter(file -> !file.isEmpty()).toList();
    boolean alone = facts.size() == 1 && outputs.size() == 1 && !facts.get(0).isRowsUnknown();
    return alone && facts.get(0).bytes() > limits.maxInputBytes();
  }

  @Override
  public void removeCompactedFiles(Collection<HStoreFile> files) {
    List<HStoreFile> left = new ArrayList<>(compacted);
    left.removeAll(files);
    compacted = ImmutableList.sortedCopyOf(order, left);
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

  /**
   * Returns the depth: most files of a range, plus wide ones. HBase holds flushes back if the
   * number exceeds {@code hbase.hstore.blockingStoreFiles}, which is meant for the files that a
   * read meets.
   */
  @Override
  public int getStorefileCount() {
    return snapshot.layout.depth();
  }

  @Override
  public int getCompactedFilesCount() {
    return compacted.size();
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    Snapshot now = snapshot;
    return now.files(now.layout.reads(startRow, stopRow));
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

  /**
   * Returns the boundary nearest to the middle of the bytes if the sides are about equal: a split
   * there needs no half of a file. Else the middle of the range that has the middle.
   */
  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    Snapshot now = snapshot;
    List<RangeLayout.Range> ranges = now.layout.ranges();
    long total = ranges.stream().mapToLong(RangeLayout.Range::bytes).sum();
    long before = 0;
    byte[] nearest = null;
    long smallerSide = 0;
    RangeLayout.Range middle = ranges.get(0);
    for (RangeLayout.Range range : ranges) {
      if (Math.min(before, total - before) > smallerSide) {
        smallerSide = Math.min(before, total - before);
        nearest = range.keys().from();
      }
      if (before <= total / 2) {
        middle = range;
      }
      before += range.bytes();
    }
    if (nearest != null && total - smallerSide < MAX_SPLIT_IMBALANCE * smallerSide) {
      return Optional.of(nearest);
    }
    return middle.base().isEmpty()
        ? Optional.empty()
        : StoreUtils.getSplitPoint(now.files(List.of(middle.base().get())), cells);
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

  @Override
  public double getCompactionPressure() {
    int spare = Math.max(1, blockingFiles - limits.maxFiles());
    return Math.max(0, getStorefileCount() - limits.maxFiles()) / (double) spare;
  }

  @Override
  public Comparator<HStoreFile> getStoreFileComparator() {
    return order;
  }
}
