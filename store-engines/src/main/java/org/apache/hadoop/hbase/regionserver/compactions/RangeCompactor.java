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
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.AbstractMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.AbstractMultiFileWriter.WriterFactory;
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.OutputFacts;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
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
 * id tells which files are newer.
 *
 * <p>Where HBase caches the blocks of flushes as it writes them, those of deltas are cached, too: a
 * scan meets the deltas of its range, which replace flushes that were cached. Bases are written as
 * by any compaction.
 *
 * <p>As thread-safe as {@link StripeCompactor}.
 */
@InterfaceAudience.Private
public class RangeCompactor extends OrderedStripeCompactor {
  private final long mostCachedBytes;

  /**
   * Creates a compactor for {@code store}.
   *
   * @param mostCachedBytes size of inputs above which their deltas are not cached
   */
  public RangeCompactor(Configuration conf, HStore store, long mostCachedBytes) {
    super(conf, store);
    this.mostCachedBytes = mostCachedBytes;
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
  protected boolean performCompaction(
      FileDetails details,
      InternalScanner scanner,
      CellSink writer,
      long smallestReadPoint,
      boolean cleanSeqId,
      ThroughputController throughput,
      CompactionRequestImpl request,
      CompactionProgress progress)
      throws IOException {
    if (writer instanceof AbstractMultiFileWriter outputs
        && request instanceof RangeCompactionRequest range
        && isCachedLikeAFlush(range.plan(), range.getSize())) {
      // No output exists yet. HBase's compactor leaves no other place to replace its factory.
      outputs.init(
          scanner instanceof StoreScanner source ? source : null, new DeltaWriters(details, range));
    }
    return super.performCompaction(
        details, scanner, writer, smallestReadPoint, cleanSeqId, throughput, request, progress);
  }

  /**
   * Returns whether the outputs of a compaction are cached as HBase caches flushes: by this
   * compactor where it writes them, or by the warm-up of an offloaded compaction.
   *
   * @param inputBytes sum of the input files' lengths, bytes
   */
  public boolean isCachedLikeAFlush(Ranges plan, long inputBytes) {
    return !RangeCompactionRequest.isMerge(plan)
        && inputBytes <= mostCachedBytes
        && store.getCacheConfig().shouldCacheDataOnWrite();
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

  /** Creates the files of a compaction as HBase does, but with the cache settings of a flush. */
  private final class DeltaWriters implements WriterFactory {
    private final FileDetails details;
    private final CompactionRequestImpl request;

    DeltaWriters(FileDetails details, CompactionRequestImpl request) {
      this.details = details;
      this.request = request;
    }

    @Override
    public StoreFileWriter createWriter() throws IOException {
      return create(HConstants.EMPTY_STRING);
    }

    @Override
    public StoreFileWriter createWriterWithStoragePolicy(String policy) throws IOException {
      return create(policy);
    }

    private StoreFileWriter create(String storagePolicy) throws IOException {
      return store
          .getStoreEngine()
          .createWriter(
              createParams(
                      details,
                      dropCacheMinor, // a compaction with all files of its rows is a merge
                      request.isMajor(),
                      request.getWriterCreationTracker())
                  .fileStoragePolicy(storagePolicy)
                  .isCompaction(false));
    }
  }
}
