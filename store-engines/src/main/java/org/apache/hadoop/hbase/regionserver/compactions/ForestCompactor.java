// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.engine.forest.CutRule;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestPlan;
import io.lighter.engine.forest.ForestPlan.Job;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.ForestWriter;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.OutputFacts;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Carries out plans of the forest engine. The request says whether delete markers go, as in HBase's
 * default engine; outputs without them count as those of a major compaction, as there. Whether the
 * compaction is a major one is only in the plan. As thread-safe as {@link Compactor}.
 */
@InterfaceAudience.Private
public final class ForestCompactor extends AbstractMultiOutputCompactor<ForestWriter> {
  private final ForestLimits limits;

  /** Creates a compactor for {@code store}. */
  public ForestCompactor(Configuration conf, HStore store, ForestLimits limits) {
    super(conf, store);
    this.limits = limits;
  }

  /**
   * Merges the files of a request on the calling thread.
   *
   * @param plan plan of which {@code request} was made
   * @param user user who requested the compaction; null for HBase itself
   * @return the outputs in the order in which they have to be moved to the store's folder
   */
  public List<Path> compact(
      CompactionRequestImpl request, ForestPlan plan, ThroughputController throughput, User user)
      throws IOException {
    Map<byte[], byte[]> facts =
        OutputFacts.of(request.getFiles(), plan.dropsMarkers(), plan.writtenMillis());
    return compact(
        request,
        defaultScannerFactory,
        (scanner, details, dropBehind, unused, tracker) -> {
          ForestWriter writer =
              new ForestWriter(
                  new CutRule(limits, plan.fences()),
                  plan.hint(),
                  facts,
                  new OrderedOutputs.Series(
                      details.maxSeqId,
                      plan.dropsMarkers(),
                      request.getFiles(),
                      store.getCompactedFiles()));
          boolean isMajor = plan.job() == Job.MAJOR;
          initMultiWriter(writer, scanner, details, dropBehind, isMajor, tracker);
          return writer;
        },
        throughput,
        user);
  }

  @Override
  protected List<Path> commitWriter(
      ForestWriter writer, FileDetails details, CompactionRequestImpl request) throws IOException {
    return writer.commit();
  }
}
