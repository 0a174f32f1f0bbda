// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The result of the demo.
 *
 * @param rows rows of each table
 * @param strategy strategy of the table with the plug-in
 * @param verdict result of the comparison of the tables
 * @param stock the stock table
 * @param lighter the table with the plug-in
 * @param jobs places of the compactions of the table with the plug-in
 * @param badReads failed or wrong reads of both tables
 * @param badReadExamples descriptions of the first few bad reads
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
   * The result for one table.
   *
   * @param compactionSeconds duration of the major compaction
   * @param compactedRegions number of regions with something to compact
   * @param latencies latencies of readers
   * @param hits block-cache requests of readers
   * @param warmup warm-up after the compaction
   */
  record TableReport(
      double compactionSeconds,
      int compactedRegions,
      Map<Operation, Map<Phase, Latency>> latencies,
      Map<Phase, HitCounts> hits,
      WarmupOutcome warmup) {

    /** Fraction of requested blocks in the cache, 0 to 1; empty without requests. */
    OptionalDouble hitRatio(Phase phase) {
      return hits.getOrDefault(phase, HitCounts.NONE).ratio();
    }
  }

  /**
   * Reasons why the demo failed, one sentence each; empty if it succeeded.
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
