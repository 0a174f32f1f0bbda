// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.regionserver.output.RegionFence;
import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/**
 * The selection of a compaction whose job an earlier owner of the region has submitted. HBase
 * treats the inputs as compacting from the selection on, so no other compaction selects them while
 * this one waits for the job. Used as HBase's own request.
 */
final class AdoptedRequest extends CompactionRequestImpl {
  private final SubmitRequest left;
  private final RegionFence fence;

  /**
   * @param files the job's inputs, in the store's order
   * @param left the earlier owner's request
   * @param fence fence that was made when the store opened
   */
  AdoptedRequest(Collection<HStoreFile> files, SubmitRequest left, RegionFence fence) {
    super(files);
    this.left = left;
    this.fence = fence;
    setIsMajor(left.getMajor(), left.getAllFiles());
  }

  /** The earlier owner's request. */
  SubmitRequest left() {
    return left;
  }

  /** The fence of the compaction. */
  RegionFence fence() {
    return fence;
  }

  CompactionJobId job() {
    return new CompactionJobId(left.getJobId());
  }
}
