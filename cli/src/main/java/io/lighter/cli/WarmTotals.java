// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import java.util.Collection;

/**
 * The total progress of all region servers.
 *
 * @param servers servers that have answered
 * @param regions regions of these servers
 * @param regionsDone regions that have ended
 * @param bytesTotal bytes of blocks to cache
 * @param bytesDone bytes that are cached
 */
record WarmTotals(int servers, int regions, int regionsDone, long bytesTotal, long bytesDone) {
  static WarmTotals of(Collection<WarmProgress> progress) {
    return new WarmTotals(
        progress.size(),
        progress.stream().mapToInt(WarmProgress::getRegions).sum(),
        progress.stream().mapToInt(WarmProgress::getRegionsDone).sum(),
        progress.stream().mapToLong(WarmProgress::getBytesTotal).sum(),
        progress.stream().mapToLong(WarmProgress::getBytesDone).sum());
  }

  /** Progress by bytes, or by regions while there are no bytes to cache. */
  int percent() {
    if (bytesTotal > 0) {
      return (int) Math.min(100, 100.0 * bytesDone / bytesTotal);
    }
    return regions == 0 ? 0 : 100 * regionsDone / regions;
  }

  /** The totals on one line. */
  String describe() {
    return "%s  %s of %s, %d of %d regions, %d servers"
        .formatted(
            Units.progressBar(percent()),
            Units.bytes(bytesDone),
            Units.bytes(bytesTotal),
            regionsDone,
            regions,
            servers);
  }
}
