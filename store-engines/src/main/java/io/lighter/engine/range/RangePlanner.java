// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import io.lighter.engine.range.RangePlan.Job;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Chooses the next compaction of a store, in the order of {@link Job}. Compactions of a store that
 * run at the same time have disjoint ranges, and at most one is a distribution. Of the ranges with
 * too many files the one with the most comes first, consolidated or merged: HBase holds flushes
 * back by the most files that a read meets.
 *
 * <p>A merge whose deltas are newer than a wide file of the range waits until that file is
 * distributed, see {@link RangeInputs}.
 *
 * <p>Immutable. A call costs about the square of the number of files of a range, and no I/O.
 */
public final class RangePlanner {
  private static final int FEW_DELTA_BYTES_SHARE = 3;
  private static final int PROMOTION_SHARE = 4;
  private static final Comparator<RangeLayout.Range> MOST_FILES_FIRST =
      Comparator.comparingInt((RangeLayout.Range range) -> range.files().size()).reversed();

  private final RangeLimits limits;

  /** Creates a planner with these limits. */
  public RangePlanner(RangeLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns the compaction to run next, empty if the store needs none or has enough running.
   *
   * @param layout layout of all files of the store, also of those in running compactions
   * @param busy names of the files in running compactions
   * @param sweep the major compaction to carry on with
   */
  public Optional<RangePlan> next(RangeLayout layout, Set<String> busy, MajorSweep sweep) {
    Choice choice = new Choice(layout, busy, sweep);
    return choice.running() >= limits.maxConcurrent() ? Optional.empty() : choice.next();
  }

  /**
   * Returns a compaction of files that something else has chosen, which may be any idle files of
   * the store. It keeps delete markers, and leaves files out that the rule for markers forbids, see
   * {@link RangeInputs}. Empty if {@code chosen} is.
   */
  public Optional<RangePlan> chosen(RangeLayout layout, Collection<RangeFile> chosen) {
    return new RangeInputs(layout, limits, Set.of()).chosen(chosen);
  }

  /** The choice for one layout. */
  private final class Choice {
    private final RangeLayout layout;
    private final MajorSweep sweep;
    private final RangeInputs inputs;
    private final List<RangeLayout.Range> idle;

    /** The wide files that a distribution can read. */
    private final List<RangeFile> wide;

    /** Whether a job has found its inputs behind a wide file. Set and read within one call. */
    private boolean waitsForWide;

    Choice(RangeLayout layout, Set<String> busy, MajorSweep sweep) {
      this.layout = layout;
      this.sweep = sweep;
      inputs = new RangeInputs(layout, limits, busy);
      wide = layout.wide().stream().filter(file -> !file.isOutOfOrder()).toList();
      idle =
          layout.ranges().stream()
              .filter(range -> range.base().isPresent() && !inputs.isBusy(range))
              .toList();
    }

    int running() {
      int ranges = (int) layout.ranges().stream().filter(inputs::isBusy).count();
      return ranges + (inputs.isDistributing() ? 1 : 0);
    }

    Optional<RangePlan> next() {
      return Stream.<Supplier<Optional<RangePlan>>>of(
              this::references,
              this::distribution,
              this::forced,
              this::oversize,
              this::manyFiles,
              this::budget,
              this::blocked)
          .map(Supplier::get)
          .flatMap(Optional::stream)
          .findFirst();
    }

    private Optional<RangePlan> references() {
      return first(
          idle.stream().filter(range -> range.files().stream().anyMatch(RangeFile::isReference)),
          range -> merge(Job.MERGE_REFERENCE, range, RangeFile::isReference));
    }

    private Optional<RangePlan> distribution() {
      List<RangeFile> minor = wide.stream().filter(RangeFile::isInMinor).toList();
      long bytes = minor.stream().mapToLong(RangeFile::bytes).sum();
      boolean due =
          minor.size() >= limits.maxWide()
              || bytes >= limits.maxInputBytes()
              || sweep.dueWide(layout).isPresent();
      if (wide.stream().anyMatch(RangeFile::isReference)) {
        return distribute(wide);
      }
      return due ? distribute(sweep.dueWide(layout).isPresent() ? wide : minor) : Optional.empty();
    }

    private Optional<RangePlan> distribute(List<RangeFile> files) {
      return inputs.isDistributing() ? Optional.empty() : inputs.distribution(files);
    }

    private Optional<RangePlan> forced() {
      return first(sweep.due(idle).stream(), range -> merge(Job.MERGE_FORCED, range, sweep::isDue));
    }

    private Optional<RangePlan> oversize() {
      return first(
          idle.stream().filter(range -> range.bytes() > limits.maxInputBytes()), this::divide);
    }

    private Optional<RangePlan> divide(RangeLayout.Range range) {
      RangeFile base = range.base().orElseThrow();
      if (base.bytes() > limits.maxInputBytes()) {
        return base.isDivisible() ? Optional.of(inputs.division(range)) : Optional.empty();
      }
      return merge(Job.MERGE_OVERSIZE, range);
    }

    /** Consolidates or merges ranges with many files, and consolidates what makes a new range. */
    private Optional<RangePlan> manyFiles() {
      return first(idle.stream().sorted(MOST_FILES_FIRST), this::fewerFiles);
    }

    private Optional<RangePlan> fewerFiles(RangeLayout.Range range) {
      Optional<RangePlan> plan = consolidation(range);
      if (plan.isPresent() || !hasManyFiles(range)) {
        return plan;
      }
      return merge(Job.MERGE_FILES, range).or(() -> beside(range).findFirst());
    }

    private Optional<RangePlan> consolidation(RangeLayout.Range range) {
      return hasManyFiles(range) && range.deltaBytes() * FEW_DELTA_BYTES_SHARE < range.bytes()
          ? inputs.consolidation(range, minor(range, file -> true))
          : promotion(range);
    }

    private boolean hasManyFiles(RangeLayout.Range range) {
      return range.files().size() > limits.maxFiles();
    }

    private static Predicate<RangeFile> isBelow(RangeFile base) {
      return file -> Bytes.compareTo(file.last(), base.first()) < 0;
    }

    /** Consolidates deltas on one side of the base that are together large enough for a base. */
    private Optional<RangePlan> promotion(RangeLayout.Range range) {
      return beside(range)
          .filter(plan -> plan.inputBytes() * PROMOTION_SHARE >= limits.rangeBytes())
          .findFirst();
    }

    /** Returns consolidations of the deltas below and of those above the base. */
    private Stream<RangePlan> beside(RangeLayout.Range range) {
      RangeFile base = range.base().orElseThrow();
      Predicate<RangeFile> above = file -> Bytes.compareTo(file.first(), base.last()) > 0;
      return Stream.of(isBelow(base), above)
          .map(side -> inputs.consolidation(range, minor(range, side)))
          .flatMap(Optional::stream);
    }

    private List<RangeFile> minor(RangeLayout.Range range, Predicate<RangeFile> wanted) {
      return range.deltas().stream().filter(RangeFile::isInMinor).filter(wanted).toList();
    }

    private Optional<RangePlan> budget() {
      long waiting = idle.stream().mapToLong(RangeLayout.Range::deltaBytes).sum();
      double budget =
          Math.max(limits.unmergedRatio() * layout.baseBytes(), (double) limits.unmergedMinBytes());
      if (waiting <= budget) {
        return Optional.empty();
      }
      return first(
          idle.stream()
              .filter(range -> range.deltaBytes() > 0)
              .sorted(Comparator.comparingLong(RangeLayout.Range::deltaBytes).reversed()),
          range -> merge(Job.MERGE_BUDGET, range));
    }

    /** Distributes wide files, even a few, when merges wait for them. */
    private Optional<RangePlan> blocked() {
      return waitsForWide ? distribute(wide) : Optional.empty();
    }

    private Optional<RangePlan> merge(Job job, RangeLayout.Range range) {
      return merge(job, range, file -> false);
    }

    private Optional<RangePlan> merge(
        Job job, RangeLayout.Range range, Predicate<RangeFile> wanted) {
      Optional<RangePlan> plan = inputs.merge(job, range, wanted);
      if (plan.isEmpty() && !range.deltas().isEmpty()) {
        plan = inputs.consolidationBelowBase(range);
        waitsForWide |= plan.isEmpty() && wide.stream().anyMatch(range.keys()::overlaps);
      }
      return plan;
    }

    private Optional<RangePlan> first(
        Stream<RangeLayout.Range> ranges, Function<RangeLayout.Range, Optional<RangePlan>> job) {
      return ranges.map(job).flatMap(Optional::stream).findFirst();
    }
  }
}
