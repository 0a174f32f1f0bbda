package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All that the experiment measured.
 *
 * @param about what was run; its trials do not count
 * @param window from the start of a compaction, over which New-Orders are counted
 * @param trials by set
 * @param missing trials without a result
 */
public record TpccResult(
    ExperimentResult about,
    Duration window,
    Map<CompactedTable, List<TrialResult>> trials,
    List<Missing> missing) {

  /** Copies. */
  public TpccResult {
    trials = Map.copyOf(trials);
    missing = List.copyOf(missing);
  }

  /** A trial that did not come to its end, or did not begin. */
  public record Missing(CompactedTable set, Strategy strategy, int repeat, String reason) {}

  /** Those of a set. */
  public List<TrialResult> of(CompactedTable set) {
    return trials.getOrDefault(set, List.of());
  }
}
