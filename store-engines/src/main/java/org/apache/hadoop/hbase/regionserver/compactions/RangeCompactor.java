// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.hbase.OrderedStripeCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Ranges;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OutputFacts;
import org.apache.hadoop.hbase.regionserver.StripeMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Carries out plans of the range engine with HBase's compactor of stripes, on a region server or a
 * compaction server. Of several outputs only the last one lists the inputs. Outputs of a merge have
 * HBase's metadata of a stripe, by which the layout finds the bases; other outputs have the age of
 * their inputs instead. Outputs with the markers of a bulk load say so, and outputs whose sequence
 * id tells which files are newer. As thread-safe as {@link StripeCompactor}.
 */
@InterfaceAudience.Private
public class RangeCompactor extends OrderedStripeCompactor {
  /** Creates a compactor for {@code store}. */
  public RangeCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      ThroughputController throughput,
      User user)
      throws IOException {
    PlanCompactor.requireKind(plan, CompactionPlan.KindCase.RANGES);
    Ranges ranges = plan.getRanges();
    List<byte[]> boundaries =
        ranges.getBoundaryList().stream().map(ByteString::toByteArray).toList();
    byte[] from = boundaries.get(0);
    byte[] to = boundaries.get(boundaries.size() - 1);
    byte[] majorFrom = ranges.getDropDeletes() ? from : null;
    byte[] majorTo = ranges.getDropDeletes() ? to : null;
    RangeCompactionRequest planned = new RangeCompactionRequest(request, ranges);
    return ranges.hasMostOutputs()
        ? compact(
            planned,
            ranges.getMostOutputs(),
            ranges.getOutputCells(),
            from,
            to,
            majorFrom,
            majorTo,
            throughput,
            user)
        : compact(planned, boundaries, majorFrom, majorTo, throughput, user);
  }

  @Override
  protected List<Path> commitWriter(
      StripeMultiFileWriter writer, FileDetails details, CompactionRequestImpl request)
      throws IOException {
    if (request instanceof RangeCompactionRequest range) {
      if (!range.isMerge()) {
        writer.setNoStripeMetadata();
      }
      OptionalLong written =
          range.isMerge() ? OptionalLong.empty() : OptionalLong.of(range.writtenMillis());
      OutputFacts.note(writer, OutputFacts.of(range.getFiles(), range.dropsMarkers(), written));
    }
    return super.commitWriter(writer, details, request);
  }
}
