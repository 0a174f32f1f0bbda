// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import io.lighter.common.protocol.LighterProtos.RegionEntries;
import io.lighter.common.protocol.LighterProtos.RegionEntriesResult;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import io.lighter.common.protocol.LighterProtos.WriteEntriesResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;

/**
 * Writes the entries of several regions of a region server, with one sync of the log:
 *
 * <ol>
 *   <li>Find the regions and their logs.
 *   <li>Apply all entries by HBase's {@code multi}. It writes one region after the other, and would
 *       sync the log for each. Where one sync covers all, entries are only appended.
 *   <li>Sync each log. Entries are visible before that, which is harmless: the row is written after
 *       the answer, and an entry without a row is skipped.
 * </ol>
 *
 * <p>A region fails if HBase reports an error or no result for one of its entries, if its log
 * cannot be synced, or if it was opened anew meanwhile, maybe with another log. Thread-safe.
 */
final class EntryBatches {
  private final EntryRegions regions;

  EntryBatches(EntryRegions regions) {
    this.regions = regions;
  }

  /**
   * Writes entries durably.
   *
   * @return for each region of the request, in its order, whether all its entries are written
   * @throws DoNotRetryIOException for a request that makes no sense
   * @throws IOException if nothing is known about any region
   */
  WriteEntriesResponse write(WriteEntriesRequest request) throws IOException {
    List<EntryRegions.Open> open = new ArrayList<>();
    MultiRequest.Builder multi = MultiRequest.newBuilder();
    for (RegionEntries region : request.getRegionList()) {
      EntryRegions.Open found = regions.find(region.getRegion().toByteArray());
      open.add(found);
      boolean append = found != null && found.log() != null;
      multi.addRegionAction(
          actions(
              region, request.getRemove(), append ? Durability.ASYNC_WAL : Durability.SYNC_WAL));
    }
    MultiResponse answer = regions.multi(multi.build());
    Map<EntryRegions.Log, String> syncs = new HashMap<>(); // empty text: synced
    WriteEntriesResponse.Builder response = WriteEntriesResponse.newBuilder();
    for (int i = 0; i < open.size(); i++) {
      RegionEntries region = request.getRegion(i);
      String failure = failure(answer, i, region.getRowCount());
      if (failure.isEmpty() && open.get(i) != null && open.get(i).log() != null) {
        failure = syncFailure(region, open.get(i), syncs);
      }
      RegionEntriesResult.Builder result =
          RegionEntriesResult.newBuilder().setRegion(region.getRegion());
      response.addRegion(failure.isEmpty() ? result : result.setFailure(failure));
    }
    return response.build();
  }

  private static RegionAction actions(RegionEntries region, boolean remove, Durability durability)
      throws IOException {
    if (region.getRowCount() != region.getStampCount()) {
      throw new DoNotRetryIOException(
          "%d rows with %d stamps: expected one for each"
              .formatted(region.getRowCount(), region.getStampCount()));
    }
    RegionAction.Builder actions =
        RegionAction.newBuilder()
            .setRegion(
                RequestConverter.buildRegionSpecifier(
                    RegionSpecifierType.REGION_NAME, region.getRegion().toByteArray()));
    for (int i = 0; i < region.getRowCount(); i++) {
      byte[] row = region.getRow(i).toByteArray();
      long stamp = region.getStamp(i);
      Mutation mutation =
          remove ? EntryMutation.remove(row, stamp) : EntryMutation.insert(row, stamp);
      actions.addAction(
          Action.newBuilder()
              .setIndex(i)
              .setMutation(
                  ProtobufUtil.toMutation(
                      remove ? MutationType.DELETE : MutationType.PUT,
                      mutation.setDurability(durability))));
    }
    return actions.build();
  }

  /** Why some entries of a region were not applied; empty if all were. */
  private static String failure(MultiResponse answer, int region, int entries) {
    if (answer.getRegionActionResultCount() <= region) {
      return "no result of the region";
    }
    RegionActionResult result = answer.getRegionActionResult(region);
    if (result.hasException()) {
      return result.getException().getName();
    }
    BitSet done = new BitSet(entries);
    for (ResultOrException each : result.getResultOrExceptionList()) {
      if (each.hasException()) {
        return each.getException().getName();
      }
      done.set(each.getIndex());
    }
    return done.cardinality() == entries ? "" : "no result of some entries";
  }

  private String syncFailure(
      RegionEntries region, EntryRegions.Open open, Map<EntryRegions.Log, String> syncs) {
    EntryRegions.Open now = regions.find(region.getRegion().toByteArray());
    if (now == null || now.identity() != open.identity()) {
      return "region was closed meanwhile";
    }
    return syncs.computeIfAbsent(open.log(), EntryBatches::sync);
  }

  private static String sync(EntryRegions.Log log) {
    try {
      log.sync();
      return "";
    } catch (IOException e) {
      return "log is not synced: " + e;
    }
  }
}
