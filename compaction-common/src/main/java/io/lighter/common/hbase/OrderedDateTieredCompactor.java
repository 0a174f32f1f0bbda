// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.DateTieredMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * HBase's compactor of date tiers with {@linkplain OrderedOutputs ordered outputs}: the output of
 * the newest tier lists the inputs. As thread-safe as {@link DateTieredCompactor}.
 */
public class OrderedDateTieredCompactor extends DateTieredCompactor implements PlanCompactor {
  /** Creates a compactor for {@code store}. */
  public OrderedDateTieredCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /** Carries out plans of HBase's date-tiered engine. */
  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      ThroughputController throughput,
      User user)
      throws IOException {
    PlanCompactor.requireKind(plan, CompactionPlan.KindCase.DATE_TIERED);
    DateTiered tiers = plan.getDateTiered();
    Map<Long, String> policies = new HashMap<>();
    for (int i = 0; i < tiers.getPolicyBoundaryCount(); i++) {
      policies.put(tiers.getPolicyBoundary(i), tiers.getPolicy(i));
    }
    return compact(request, tiers.getLowerBoundaryList(), policies, throughput, user);
  }

  @Override
  protected List<Path> commitWriter(
      DateTieredMultiFileWriter writer, FileDetails fd, CompactionRequestImpl request)
      throws IOException {
    return OrderedOutputs.commit(
        writer, fd.maxSeqId, request.isAllFiles(), request.getFiles(), store.getCompactedFiles());
  }
}
