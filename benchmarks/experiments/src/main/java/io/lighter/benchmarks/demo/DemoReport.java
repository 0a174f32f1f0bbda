// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import java.util.List;
import java.util.Set;

/**
 * The result of the demo.
 *
 * @param rows rows of each table
 * @param strategy strategy of the table with the plug-in
 * @param verdict result of the comparison of the tables
 * @param turns measured turns in their order, at least one of each table
 * @param unsettled operations whose figures were not steady and equal before the first turn
 * @param jobs places of the compactions of the table with the plug-in
 * @param badReads failed or wrong reads of both tables
 * @param badReadExamples descriptions of the first few bad reads
 * @param isolation what was isolated
 */
record DemoReport(
    int rows,
    WarmupStrategy strategy,
    TableVerifier.Verdict verdict,
    List<Turn> turns,
    Set<Operation> unsettled,
    JobCounts jobs,
    long badReads,
    List<String> badReadExamples,
    IsolationNote isolation) {

  DemoReport {
    turns = List.copyOf(turns);
    unsettled = Set.copyOf(unsettled);
  }

  /** The result for one table, pooled over its turns. */
  TableReport table(Side side) {
    return TableReport.pooled(turns.stream().filter(turn -> turn.side() == side).toList());
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
    if (table(Side.LIGHTER).compactedRegions() == 0) {
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
