// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trials of an experiment that have ended. A complete trial is stored before the next one
 * begins. A trial that broke off is not stored, and is run again when the experiment is resumed.
 * The log names these trials. Confined to one thread.
 */
final class EndedTrials {
  private static final Logger LOG = LoggerFactory.getLogger(EndedTrials.class);

  private final List<PlannedTrial> planned;
  private final TrialStore store;
  private final List<TrialResult> results;
  private final List<ExperimentResult.Broken> broken = new ArrayList<>();

  /** Measures one trial. */
  @FunctionalInterface
  interface Measurement {
    TrialResult run() throws IOException;
  }

  /**
   * Starts with the trials of an earlier run.
   *
   * @param store receives each complete trial
   */
  EndedTrials(ExperimentSettings settings, TrialStore store, List<TrialResult> earlier) {
    this.planned = PlannedTrial.of(settings);
    this.store = store;
    this.results = new ArrayList<>(earlier);
    if (!earlier.isEmpty()) {
      LOG.info("resumed: stored={} toRun={} {}", earlier.size(), notStored().size(), notStored());
    }
  }

  /** Results of complete trials, earlier ones included. */
  List<TrialResult> results() {
    return results;
  }

  /** Trials of this run that broke off. */
  List<ExperimentResult.Broken> broken() {
    return broken;
  }

  /** Whether a trial has neither a result nor broken off. */
  boolean isLeft(PlannedTrial trial) {
    return results.stream().map(PlannedTrial::of).noneMatch(trial::equals)
        && broken.stream().map(PlannedTrial::of).noneMatch(trial::equals);
  }

  /** Number of trials that have neither a result nor broken off. */
  int left() {
    return (int) planned.stream().filter(this::isLeft).count();
  }

  /** The trials that a resumed experiment runs: those to come, and those that broke off. */
  List<PlannedTrial> notStored() {
    Set<PlannedTrial> stored = new HashSet<>();
    results.forEach(result -> stored.add(PlannedTrial.of(result)));
    return planned.stream().filter(trial -> !stored.contains(trial)).toList();
  }

  /**
   * Runs a trial, and stores its result or notes that the trial broke off.
   *
   * @param isolation parts of the profile in force and missing
   * @param ends whether a failure ends the experiment, as when its cluster is closed
   * @return the result; empty if the trial broke off
   * @throws IOException if the result cannot be stored, the thread was interrupted, or a failure
   *     ends the experiment
   */
  Optional<TrialResult> run(
      PlannedTrial trial, List<String> isolation, BooleanSupplier ends, Measurement measurement)
      throws IOException {
    LOG.info("trial begins: {}", trial);
    TrialResult result;
    try {
      result = measurement.run();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // keeps the other trials
      if (ends.getAsBoolean()) {
        throw e;
      }
      broken.add(
          new ExperimentResult.Broken(
              trial.strategy(), trial.cluster(), trial.repeat(), String.valueOf(e.getMessage())));
      LOG.warn("trial broke off, --resume repeats it: {}", trial, e);
      return Optional.empty();
    }
    store.write(result, isolation); // may fail: then the trial is not stored
    results.add(result);
    LOG.info("trial stored: {} left={}", trial, left());
    return Optional.of(result);
  }

  /** Logs which trials a resumed experiment would run, if there are any. */
  void logNotStored() {
    List<PlannedTrial> missing = notStored();
    if (!missing.isEmpty()) {
      LOG.warn("--resume runs {} of {} trials: {}", missing.size(), planned.size(), missing);
    }
  }
}
