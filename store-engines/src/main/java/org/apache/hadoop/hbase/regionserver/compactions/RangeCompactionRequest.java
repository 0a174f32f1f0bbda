// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.common.protocol.LighterProtos.CompactionPlan.Ranges;
import org.apache.yetus.audience.InterfaceAudience;

/** A request as the compactor reads one, with what its outputs say about themselves. */
@InterfaceAudience.Private
final class RangeCompactionRequest extends CompactionRequestImpl {
  private final Ranges plan;

  /** Creates a copy of {@code request} for the compactor. */
  RangeCompactionRequest(CompactionRequestImpl request, Ranges plan) {
    super(request.getFiles());
    this.plan = plan;
    setIsMajor(request.isMajor(), request.isAllFiles());
    setPriority(request.getPriority());
    setOffPeak(request.isOffPeak());
    setAfterSplit(request.isAfterSplit());
    setTracker(request.getTracker());
    setWriterCreationTracker(request.getWriterCreationTracker());
  }

  /** Returns whether each output is the base of a range. */
  boolean isMerge() {
    return isMerge(plan);
  }

  /** Returns whether each output of {@code plan} is the base of a range. */
  static boolean isMerge(Ranges plan) {
    return !plan.hasWrittenMs();
  }

  Ranges plan() {
    return plan;
  }

  /** Returns whether the outputs are without the markers of the inputs. */
  boolean dropsMarkers() {
    return plan.getDropDeletes();
  }

  /** Returns when the oldest input of an output that is no base was written, since the epoch. */
  long writtenMillis() {
    return plan.getWrittenMs();
  }
}
