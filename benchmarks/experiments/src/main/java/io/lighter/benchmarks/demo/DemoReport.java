package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the demo found.
 *
 * @param rows of each table
 * @param strategy of the table with the plug-in
 * @param verdict on the equality of the tables
 * @param stock the stock table
 * @param lighter the table with the plug-in
 * @param jobs where the compactions of the table with the plug-in ran
 * @param badReads reads that failed or returned something wrong, of both tables
 * @param badReadExamples the first few of them, in words
 */
record DemoReport(
    int rows,
    WarmupStrategy strategy,
    TableVerifier.Verdict verdict,
    TableReport stock,
    TableReport lighter,
    JobCounts jobs,
    long badReads,
    List<String> badReadExamples) {

  /**
   * One table.
   *
   * @param compactionSeconds how long its major compaction took
   * @param compactedRegions how many regions had something to compact
   * @param latencies of its readers
   * @param hits blocks that its readers asked the block cache for
   * @param warmup what came after the compaction
   */
  record TableReport(
      double compactionSeconds,
      int compactedRegions,
      Map<Operation, Map<Phase, Latency>> latencies,
      Map<Phase, HitCounts> hits,
      WarmupOutcome warmup) {

    /** The part of the blocks that were in the cache, 0 to 1; empty if none was asked for. */
    OptionalDouble hitRatio(Phase phase) {
      return hits.getOrDefault(phase, HitCounts.NONE).ratio();
    }
  }

  /**
   * Why the demo failed, one sentence each; empty if it did not.
   *
   * @param withPlugin whether the second table has the plug-in
   */
  List<String> failures(boolean withPlugin) {
    List<String> failures = verdict.failures();
    if (badReads > 0) {
      failures.add(badReads + " reads went wrong: " + String.join("; ", badReadExamples));
    }
    if (lighter.compactedRegions() == 0) {
      failures.add("the second table had nothing to compact");
    }
    if (withPlugin && jobs.offloaded() + jobs.local() == 0) {
      failures.add("the plug-in took part in no compaction");
    } else if (withPlugin && strategy != WarmupStrategy.WRITE_THROUGH && jobs.offloaded() == 0) {
      failures.add("no compaction was offloaded; reasons: " + jobs.localByReason());
    }
    return failures;
  }
}
