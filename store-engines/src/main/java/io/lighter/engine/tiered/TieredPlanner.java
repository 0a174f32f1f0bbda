// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.RunPicker.Run;
import io.lighter.engine.tiered.TieredJob.Reason;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Chooses the merges of one store. The planner remembers the last measured base, for the time when
 * no flushed file is left. Thread-safe.
 */
public final class TieredPlanner {
  /** Merges of one store that run at a time, so that a long one does not hold short ones back. */
  public static final int MOST_JOBS = 2;

  private final TieredLimits limits;
  private final ShrinkForecast forecast;

  /** The last base that flushes showed; 0 before. Any thread that looks at the files writes it. */
  private volatile long lastBase;

  /** Creates a planner that has seen no file, and expects outputs as large as their inputs. */
  public TieredPlanner(TieredLimits limits) {
    this(limits, new ShrinkForecast(false));
  }

  /**
   * Creates a planner that has seen no file.
   *
   * @param forecast expects the sizes of outputs; the planner has it learn from {@link #merged}
   */
  public TieredPlanner(TieredLimits limits, ShrinkForecast forecast) {
    this.limits = limits;
    this.forecast = forecast;
  }

  /**
   * The files of a store at one moment.
   *
   * @param files files from the oldest to the newest
   * @param compacting numbers of the files that are being compacted; not changed
   * @param jobs number of compactions that these are the inputs of
   * @param maxBytes most bytes of a merge that was not requested; references have no limit
   */
  public record State(List<FileView> files, BitSet compacting, int jobs, long maxBytes) {
    private boolean isIdle() {
      return compacting.isEmpty();
    }

    /** The number of files as soon as the running compactions are committed. */
    private int filesToBe() {
      return files.size() - compacting.cardinality() + jobs;
    }
  }

  /**
   * How full a store is.
   *
   * @param files number of files
   * @param fullRuns number of runs with K files or more
   * @param excess files of full runs that a merge takes away, so that K - 1 are left
   */
  public record Fullness(int files, int fullRuns, int excess) {}

  /**
   * Returns the next merge; empty if none is due.
   *
   * @param majorIsAsked whether a merge of all files was requested. It waits until no file is
   *     compacting, and other merges wait for it unless the store has many files
   */
  public Optional<TieredJob> next(State state, boolean majorIsAsked) {
    if (state.files.isEmpty()) {
      return Optional.empty();
    }
    if (majorIsAsked && state.isIdle()) {
      Run all = new Run(0, state.files.size(), 0);
      return Optional.of(job(Reason.MAJOR, all, state.files, levelsOrGuess(state.files)));
    }
    if (state.jobs >= MOST_JOBS || (majorIsAsked && state.filesToBe() < manyFiles())) {
      return Optional.empty();
    }
    Optional<TieredJob> ofReferences = ofReferences(state);
    if (ofReferences.isPresent() && state.jobs == 0) {
      return ofReferences;
    }
    return levels(state.files)
        .flatMap(levels -> minor(state, levels))
        .or(() -> ofReferences); // the second job goes to flushes first, or these might wait
  }

  /** The number of files at which merges no longer wait for one of all files. */
  private int manyFiles() {
    return Math.max(2, limits.blockingFiles() * 3 / 4);
  }

  private Optional<TieredJob> ofReferences(State state) {
    if (state.files.stream().noneMatch(FileView::isReference)) {
      return Optional.empty();
    }
    Levels levels = levelsOrGuess(state.files);
    List<Run> runs = RunPicker.runs(state.files, levels.of(state.files), state.compacting);
    return RunPicker.ofReferences(runs, state.files)
        .map(run -> job(Reason.REFERENCES, run, state.files, levels));
  }

  private Optional<TieredJob> minor(State state, Levels levels) {
    int[] each = levels.of(state.files);
    Predicate<Run> isAllowed = run -> run.bytes(state.files) <= state.maxBytes;
    List<Run> runs = RunPicker.runs(state.files, each, state.compacting);
    Optional<TieredJob> full =
        RunPicker.full(runs, levels, isAllowed)
            .map(run -> job(Reason.FULL_RUN, run, state.files, levels));
    return full.isPresent() || state.filesToBe() < limits.blockingFiles()
        ? full
        : RunPicker.cheapestPair(state.files, each, state.compacting, isAllowed)
            .map(run -> job(Reason.TOO_MANY_FILES, run, state.files, levels));
  }

  /**
   * Returns a merge of what a coprocessor chose: from its oldest file on, as many as are adjacent.
   * Markers are kept. Empty if nothing was chosen.
   *
   * @param files files of the store, from the oldest to the newest
   * @param chosen numbers of the chosen files, in any order
   */
  public Optional<TieredJob> chosen(List<FileView> files, Collection<Integer> chosen) {
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    int from = chosen.stream().mapToInt(Integer::intValue).min().orElseThrow();
    int to = from;
    while (chosen.contains(to)) {
      to++;
    }
    TieredJob job = job(Reason.CHOSEN, new Run(from, to, 0), files, levelsOrGuess(files));
    return Optional.of(new TieredJob(job.reason(), job.run(), job.policy(), false));
  }

  /**
   * The levels of a store at one moment.
   *
   * @param base bytes of a file of level 0
   * @param isGuess whether no file shows how large a flush is, so that the base is the table's
   *     flush size
   * @param each level of each file
   */
  public record Shape(long base, boolean isGuess, Levels levels, List<Integer> each) {}

  /**
   * Returns the levels of files.
   *
   * @param files files from the oldest to the newest
   */
  public Shape shape(List<FileView> files) {
    OptionalLong base = base(files);
    Levels levels = levelsOrGuess(files);
    return new Shape(
        base.orElse(limits.flushBytes()),
        base.isEmpty(),
        levels,
        Arrays.stream(levels.of(files)).boxed().toList());
  }

  /**
   * Returns what the levels hold, whether or not merges run.
   *
   * @param names names of the files, from the oldest to the newest
   * @param files the same files
   */
  public LevelState state(List<String> names, List<FileView> files) {
    return LevelState.of(names, files, shape(files));
  }

  /** Returns how full the store is, whether or not merges run. */
  public Fullness fullness(List<FileView> files) {
    Optional<Levels> known = levels(files);
    if (known.isEmpty()) {
      return new Fullness(files.size(), 0, 0);
    }
    Levels levels = known.get();
    int fullRuns = 0;
    int excess = 0;
    for (Run run : RunPicker.runs(files, levels.of(files), new BitSet())) {
      int more = run.size() - levels.files(run.level()) + 1;
      fullRuns += more > 0 ? 1 : 0;
      excess += Math.max(0, more);
    }
    return new Fullness(files.size(), fullRuns, excess);
  }

  /**
   * The size of a merge.
   *
   * @param inputs bytes of the inputs
   * @param output bytes expected of the output
   */
  public record Sizes(long inputs, long output) {}

  /**
   * Returns the size of a merge, as far as known now.
   *
   * @param files files of the store that the job was chosen from
   */
  public Sizes sizes(TieredJob job, List<FileView> files) {
    return new Sizes(job.run().bytes(files), expectedBytes(job.reason(), job.run(), files));
  }

  /**
   * Learns from a merge that is committed.
   *
   * @param inputs bytes of the inputs
   * @param output bytes of the output
   */
  public void merged(TieredJob job, long inputs, long output) {
    if (isOfOneLevel(job.reason())) {
      forecast.merged(job.run().level(), inputs, output);
    }
  }

  /**
   * Returns the storage policy of each file's tier, by the file's size and level; empty for that of
   * the family's folder. No list while nothing shows how large a flush is: a guess would move files
   * each time that a store opens.
   *
   * @param files files from the oldest to the newest
   */
  public Optional<List<Optional<String>>> policies(List<FileView> files) {
    return levels(files)
        .map(levels -> IntStream.of(levels.of(files)).mapToObj(levels::policy).toList());
  }

  /**
   * Only such a merge has a level that the next one of that kind has as well. Of a reference, the
   * bytes that belong to the store are not known.
   */
  private static boolean isOfOneLevel(Reason reason) {
    return switch (reason) {
      case FULL_RUN -> true;
      case MAJOR, REFERENCES, TOO_MANY_FILES, CHOSEN -> false;
    };
  }

  private long expectedBytes(Reason reason, Run run, List<FileView> files) {
    long inputs = run.bytes(files);
    return isOfOneLevel(reason) ? forecast.bytes(run.level(), inputs) : inputs;
  }

  /** The output is older than the files after its inputs. */
  private TieredJob job(Reason reason, Run run, List<FileView> files, Levels levels) {
    int newer = run.to() < files.size() ? levels.of(files)[run.to()] : 0;
    int level = Math.max(newer, levels.own(expectedBytes(reason, run, files)));
    return new TieredJob(reason, run, levels.policy(level), run.size() == files.size());
  }

  /** Returns the levels; empty while nothing shows how large a flush is. */
  private Optional<Levels> levels(List<FileView> files) {
    OptionalLong base = base(files);
    return base.isPresent() ? Optional.of(levels(base.getAsLong(), files)) : Optional.empty();
  }

  /** Returns the levels; if nothing shows how large a flush is, the table's flush size counts. */
  private Levels levelsOrGuess(List<FileView> files) {
    return levels(base(files).orElse(limits.flushBytes()), files);
  }

  private Levels levels(long base, List<FileView> files) {
    long bytes = files.stream().mapToLong(FileView::ownBytes).sum();
    return Levels.fitting(limits.plan(), base, bytes, limits.blockingFiles());
  }

  /**
   * Returns the base: the option's value, or what the flushed files show, or showed last. A store
   * that never had a flushed file has the base of its bulk loads, but no more than a flush.
   */
  private OptionalLong base(List<FileView> files) {
    if (limits.base() > 0) {
      return OptionalLong.of(limits.base());
    }
    OptionalLong flushed = BaseSize.measured(files, Origin.FLUSH, limits.leastBase());
    if (flushed.isPresent()) {
      lastBase = flushed.getAsLong();
    }
    if (lastBase > 0) {
      return OptionalLong.of(lastBase);
    }
    OptionalLong loaded = BaseSize.measured(files, Origin.BULK_LOAD, limits.leastBase());
    return loaded.isPresent()
        ? OptionalLong.of(Math.min(loaded.getAsLong(), limits.flushBytes()))
        : OptionalLong.empty();
  }
}
