package io.lighter.cli;

import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import java.util.Collection;

/**
 * The progress of all region servers together.
 *
 * @param servers that have answered
 * @param regions of these servers
 * @param regionsDone of them, those that have ended
 * @param bytesTotal of blocks to cache
 * @param bytesDone of them, those that are cached
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

  /** By bytes; by regions as long as there are none to cache. */
  int percent() {
    if (bytesTotal > 0) {
      return (int) Math.min(100, 100.0 * bytesDone / bytesTotal);
    }
    return regions == 0 ? 0 : 100 * regionsDone / regions;
  }

  /** For people, on one line. */
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
