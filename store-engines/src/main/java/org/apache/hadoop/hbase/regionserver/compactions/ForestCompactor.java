// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.engine.forest.TreesPlan;
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
 * Carries out plans of the forest engine, on a region server or a compaction server. The request
 * says whether delete markers go, as in HBase's default engine; outputs without them count as those
 * of a major compaction, as there. Whether the compaction is a major one is only in the plan. As
 * thread-safe as {@link Compactor}.
 */
@InterfaceAudience.Private
public final class ForestCompactor extends AbstractMultiOutputCompactor<ForestWriter>
    implements PlanCompactor {
  /** Creates a compactor for {@code store}. */
  public ForestCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      ThroughputController throughput,
      User user)
      throws IOException {
    PlanCompactor.requireKind(plan, CompactionPlan.KindCase.TREES);
    Trees trees = plan.getTrees();
    Map<byte[], byte[]> facts =
        OutputFacts.of(request.getFiles(), trees.getDropDeletes(), TreesPlan.writtenMillis(trees));
    return compact(
        request,
        defaultScannerFactory,
        (scanner, details, dropBehind, unused, tracker) -> {
          ForestWriter writer =
              new ForestWriter(
                  TreesPlan.cuts(trees),
                  TreesPlan.tree(trees),
                  facts,
                  new OrderedOutputs.Series(
                      details.maxSeqId,
                      trees.getDropDeletes(),
                      request.getFiles(),
                      store.getCompactedFiles()));
          initMultiWriter(writer, scanner, details, dropBehind, trees.getMajor(), tracker);
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
