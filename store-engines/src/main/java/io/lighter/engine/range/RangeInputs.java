// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import io.lighter.engine.range.RangePlan.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which files of a layout a compaction takes.
 *
 * <p>All selections keep one property, on which the rule for delete markers rests: the files with
 * cells of a row hold disjoint intervals of sequence ids, apart from files of unknown order, and
 * from those with rows out of order, which no compaction takes. A selection is <em>contiguous</em>
 * if no file that stays behind, and overlaps the selected rows, lies between the selected files by
 * sequence id. The output of other selections would have a high sequence id and old cells, and a
 * merge next to such a file could drop a marker of those cells.
 *
 * <p>Ids that differ by one or less are a tie, which says nothing about the order: a bulk load can
 * have the id of the flush that it forced, and HBase adds one to the id of the upper half of a file
 * when a region is split, but not to that of a file that goes to the upper region as a whole.
 *
 * <p>Immutable.
 */
final class RangeInputs {
  /** The largest difference of sequence ids that does not tell which file is newer. */
  private static final long TIE = 1;

  private final RangeLayout layout;
  private final RangeLimits limits;
  private final Set<String> busy;

  /**
   * Creates selections from {@code layout}.
   *
   * @param busy names of files in running compactions
   */
  RangeInputs(RangeLayout layout, RangeLimits limits, Set<String> busy) {
    this.layout = layout;
    this.limits = limits;
    this.busy = busy;
  }

  boolean isBusy(RangeFile file) {
    return busy.contains(file.name());
  }

  boolean isBusy(RangeLayout.Range range) {
    return range.files().stream().anyMatch(this::isBusy);
  }

  boolean isDistributing() {
    return layout.wide().stream().anyMatch(this::isBusy);
  }

  /**
   * Returns a merge of the base with the oldest deltas. Deltas that were divided from the base stay
   * where they are if a merge would divide them again; so does a base without deltas. They are only
   * taken if they are {@code wanted}, and no other delta is there. Empty if nothing is left to
   * merge, or if wide files have to be distributed first.
   *
   * @param wanted tells whether a file has to be written again, though its rows stay together
   */
  Optional<RangePlan> merge(Job job, RangeLayout.Range range, Predicate<RangeFile> wanted) {
    RangeFile base = range.base().orElseThrow();
    List<RangeFile> files = prefix(List.of(base), range.deltas(), 2);
    if (files.size() > 1 && isDividedAlready(files)) {
      List<RangeFile> others =
          range.deltas().stream().filter(delta -> !isSibling(base, delta)).toList();
      files = prefix(List.of(base), others, 2);
    }
    if (files.size() == 1) {
      files = rewritten(range, wanted);
    }
    return files.isEmpty() ? Optional.empty() : Optional.of(mergePlan(job, range, files));
  }

  /**
   * Returns the base and the wanted deltas of a range whose deltas were all divided from the base;
   * empty if the range has another delta, or no wanted file. After such a merge fewer files are
   * wanted, so the merges end.
   */
  private List<RangeFile> rewritten(RangeLayout.Range range, Predicate<RangeFile> wanted) {
    RangeFile base = range.base().orElseThrow();
    boolean areAllSiblings = range.deltas().stream().allMatch(delta -> isSibling(base, delta));
    if (!areAllSiblings || range.files().stream().noneMatch(wanted)) {
      return List.of();
    }
    return prefix(List.of(base), range.deltas().stream().filter(wanted).toList(), 2);
  }

  /** Returns a merge that divides a base which is too large for a merge with other files. */
  RangePlan division(RangeLayout.Range range) {
    return mergePlan(Job.MERGE_OVERSIZE, range, List.of(range.base().orElseThrow()));
  }

  private RangePlan mergePlan(Job job, RangeLayout.Range range, List<RangeFile> files) {
    return plan(job, files, range.keys(), List.of(), parts(files));
  }

  /** Returns a distribution of the oldest wide files among {@code from}; empty if there is none. */
  Optional<RangePlan> distribution(List<RangeFile> from) {
    List<RangeFile> files = prefix(List.of(), from, 1);
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(
            plan(Job.DISTRIBUTE, files, KeyRange.ALL, layout.boundaries(), layout.ranges().size()));
  }

  /**
   * Returns a distribution of files that a coprocessor has chosen, or of the oldest ones among them
   * if all together are not contiguous. The size does not matter. Empty if nothing was chosen.
   */
  Optional<RangePlan> chosen(Collection<RangeFile> chosen) {
    List<RangeFile> oldestFirst = chosen.stream().sorted(RangeFile.OLDEST_FIRST).toList();
    List<RangeFile> files = prefix(List.of(), oldestFirst, Integer.MAX_VALUE);
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RangePlan(
                Job.DISTRIBUTE,
                files,
                KeyRange.ALL,
                layout.boundaries(),
                layout.ranges().size(),
                false));
  }

  /**
   * Returns a consolidation of the oldest of {@code deltas} that fit; empty if no two do. Files
   * that one compaction wrote apart are left if a merge would divide them again.
   */
  Optional<RangePlan> consolidation(RangeLayout.Range range, List<RangeFile> deltas) {
    return consolidation(range, deltas, 1);
  }

  /**
   * Returns a consolidation of deltas that are older than their base, and so many that they do not
   * fit into a merge. Two of them are taken although they exceed the limit.
   */
  Optional<RangePlan> consolidationBelowBase(RangeLayout.Range range) {
    long base = range.base().orElseThrow().sequenceId();
    List<RangeFile> older =
        range.deltas().stream().filter(delta -> delta.sequenceId() < base).toList();
    return consolidation(range, older).or(() -> consolidation(range, older, 2));
  }

  private Optional<RangePlan> consolidation(
      RangeLayout.Range range, List<RangeFile> deltas, int always) {
    for (int i = 0; i + 1 < deltas.size(); i++) {
      List<RangeFile> files = prefix(List.of(), deltas.subList(i, deltas.size()), always);
      if (files.size() > 1 && !wouldBeDivided(range.base().orElseThrow(), files)) {
        return Optional.of(plan(Job.CONSOLIDATE, files, range.keys(), List.of(), 1));
      }
    }
    return Optional.empty();
  }

  private RangePlan plan(
      Job job, List<RangeFile> files, KeyRange keys, List<byte[]> boundaries, int outputs) {
    boolean drops = job.isMerge() && mayDropMarkers(files);
    List<RangeFile> inputs = new ArrayList<>(files);
    inputs.addAll(emptyFor(files));
    return new RangePlan(job, inputs, keys, boundaries, outputs, drops).within(limits);
  }

  /**
   * Tells whether a merge may drop delete markers: each file left out that has rows of the inputs
   * is strictly newer than all inputs. The merge then equals a major compaction that ran before
   * those files were written.
   *
   * <p>For inputs whose markers may mask newer files the order tells nothing: HBase masks by time
   * stamp, and a bulk load appears after files of higher ids. Then no file may be left out. Whether
   * a left file is a flush of later writes, which would be harmless, cannot be known: outputs that
   * list no inputs look like flushes. Until a merge has all files of its rows, markers stay, and
   * the outputs mask newer files like their inputs. So the rule never decides which files a
   * compaction takes, and none can wait forever.
   *
   * <p>The same holds for inputs whose order is unknown. A file of that kind which is left out
   * keeps the markers of all inputs, since it may have older cells than they.
   */
  private boolean mayDropMarkers(List<RangeFile> inputs) {
    long newest = newest(inputs);
    boolean ordered =
        inputs.stream().noneMatch(file -> file.isMaskingNewer() || file.isOrderUnknown());
    return leftOut(inputs).stream()
        .allMatch(file -> ordered && !file.isOrderUnknown() && file.sequenceId() > newest + TIE);
  }

  /**
   * Returns the longest contiguous start of {@code first} and {@code others} within the limit,
   * which does not hold for the first {@code always} files.
   */
  private List<RangeFile> prefix(List<RangeFile> first, List<RangeFile> others, int always) {
    List<RangeFile> best = first;
    List<RangeFile> files = new ArrayList<>(first);
    long bytes = first.stream().mapToLong(RangeFile::bytes).sum();
    for (RangeFile file : others) {
      files.add(file);
      bytes += file.bytes();
      if (bytes > limits.maxInputBytes() && files.size() > always) {
        break;
      }
      if (isContiguous(files)) {
        best = List.copyOf(files);
      }
    }
    return best;
  }

  private boolean isContiguous(List<RangeFile> inputs) {
    long oldest = inputs.stream().mapToLong(RangeFile::sequenceId).min().orElseThrow();
    long newest = newest(inputs);
    return oldest == newest
        || leftOut(inputs).stream()
            .filter(file -> !file.isOutOfOrder()) // or merges would wait for it forever
            .noneMatch(
                file ->
                    file.sequenceId() < newest
                        && (oldest < file.sequenceId() || isTied(file, inputs)));
  }

  /** Tells whether the file has rows of an input that may be older or newer. */
  private static boolean isTied(RangeFile file, List<RangeFile> inputs) {
    return inputs.stream()
        .anyMatch(
            input ->
                Math.abs(input.sequenceId() - file.sequenceId()) <= TIE && input.overlaps(file));
  }

  /**
   * Returns the empty files that an output can replace without a misleading sequence id. A higher
   * id than that of the inputs would put the output after a file that is newer or tied.
   */
  private List<RangeFile> emptyFor(List<RangeFile> inputs) {
    long newest = newest(inputs);
    boolean nothingNewer =
        leftOut(inputs).stream().noneMatch(file -> file.sequenceId() + TIE >= newest);
    return layout.empty().stream()
        .filter(file -> !isBusy(file) && (nothingNewer || file.sequenceId() <= newest))
        .toList();
  }

  /**
   * Returns the files outside of {@code inputs} that overlap the rows of the inputs: all files if
   * the rows of an input are unknown.
   */
  private List<RangeFile> leftOut(List<RangeFile> inputs) {
    boolean all = inputs.stream().anyMatch(RangeFile::isRowsUnknown);
    byte[] first = first(inputs);
    byte[] last = last(inputs);
    Set<RangeFile> taken = new HashSet<>(inputs);
    List<RangeFile> leftOut = new ArrayList<>();
    for (RangeFile file : layout.withCells()) {
      if ((all || file.overlaps(first, last)) && !taken.contains(file)) {
        leftOut.add(file);
      }
    }
    return leftOut;
  }

  /** Tells whether one compaction has written base and deltas apart, and would do so again. */
  private boolean isDividedAlready(List<RangeFile> files) {
    return parts(files) > 1 && areSiblings(files);
  }

  /**
   * Tells whether a consolidation of these deltas would be undone. That is the case for outputs of
   * one compaction around their base, which may have a row larger than a range, and for outputs
   * that a merge would divide into as many files. Other outputs can be so small that fewer will do:
   * their number was chosen before it was known how much the compaction drops.
   */
  private boolean wouldBeDivided(RangeFile base, List<RangeFile> files) {
    return areSiblings(files)
        && (parts(files) >= files.size() || base.overlaps(first(files), last(files)));
  }

  private static boolean areSiblings(List<RangeFile> files) {
    return files.stream()
        .allMatch(a -> files.stream().allMatch(b -> a.equals(b) || isSibling(a, b)));
  }

  private static boolean isSibling(RangeFile base, RangeFile file) {
    return base.sequenceId() == file.sequenceId() && !base.overlaps(file);
  }

  private int parts(List<RangeFile> files) {
    long bytes = files.stream().mapToLong(RangeFile::bytes).sum();
    return (int) Math.max(1, (bytes + limits.rangeBytes() - 1) / limits.rangeBytes());
  }

  private static byte[] first(List<RangeFile> files) {
    return files.stream().map(RangeFile::first).min(Bytes.BYTES_COMPARATOR).orElseThrow();
  }

  private static byte[] last(List<RangeFile> files) {
    return files.stream().map(RangeFile::last).max(Bytes.BYTES_COMPARATOR).orElseThrow();
  }

  private static long newest(List<RangeFile> files) {
    return files.stream().mapToLong(RangeFile::sequenceId).max().orElseThrow();
  }
}
