package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that an experiment measured.
 *
 * @param operations that are compared, in the order of reports
 * @param workload what is to be known of the clients
 * @param machine what is to be known of this machine
 * @param isolation what of the profile was in force, and what was not
 * @param broken trials that did not come to their end
 * @param trialsLeft that are still to be made: 0 but in a result of an {@link Interim}
 * @param start of the experiment
 */
public record ExperimentResult(
    ExperimentSettings settings,
    List<String> operations,
    Map<String, Object> workload,
    Map<String, Object> machine,
    List<String> isolation,
    List<TrialResult> trials,
    List<Broken> broken,
    int trialsLeft,
    Instant start,
    Duration duration) {

  /** Copies. */
  public ExperimentResult {
    operations = List.copyOf(operations);
    isolation = List.copyOf(isolation);
    trials = List.copyOf(trials);
    broken = List.copyOf(broken);
  }

  /** A trial without a result. */
  public record Broken(Strategy strategy, double cacheFactor, int repeat, String reason) {}
}
