// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * A compactor that carries out plans. The output depends on the inputs, the request, the plan and
 * the settings of the store only, wherever the compactor runs. As thread-safe as HBase's {@code
 * Compactor}.
 */
public interface PlanCompactor {
  /**
   * Compacts the files of {@code request} on the calling thread.
   *
   * @param plan plan of a kind that this compactor knows
   * @param user user who requested the compaction; null for HBase itself
   * @return the outputs in the order in which they have to be moved to the store's folder. Only the
   *     last one lists the inputs as its sources.
   * @throws IOException if the plan is of another kind, or reading or writing fails
   */
  List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      ThroughputController throughput,
      User user)
      throws IOException;

  /**
   * Refuses a plan that a compactor for one kind cannot carry out.
   *
   * @param known the kind that the compactor knows
   * @throws IOException if the plan is of another kind
   */
  static void requireKind(CompactionPlan plan, CompactionPlan.KindCase known) throws IOException {
    if (plan.getKindCase() != known) {
      throw new IOException("expected a plan of kind " + known + ": " + plan.getKindCase());
    }
  }
}
