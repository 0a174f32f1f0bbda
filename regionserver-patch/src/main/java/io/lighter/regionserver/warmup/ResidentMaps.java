// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos;
import io.lighter.warmup.ResidentMap;
import io.lighter.warmup.ResidentScan;
import io.lighter.warmup.RowRange;
import io.lighter.warmup.WarmCache;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the resident map of a request, on the thread of the compaction, without any lock. */
final class ResidentMaps {
  private static final Logger LOG = LoggerFactory.getLogger(ResidentMaps.class);

  /** Two seconds, or a million blocks: 64 GB in blocks of 64 KB. The queue of a server has maps. */
  static final ResidentScan.Limits LIMITS =
      new ResidentScan.Limits(1_000_000, TimeUnit.SECONDS.toNanos(2), 64 << 10);

  private ResidentMaps() {}

  /** The map of open input files; empty, for the whole output, beyond the limits or if it fails. */
  static Optional<LighterProtos.ResidentMap> of(Collection<HStoreFile> inputs, StoreParts store) {
    try (ResidentScan scan =
        new ResidentScan(
            inputs.stream().map(file -> file.getReader().getHFileReader()).toList(),
            RowRange.of(store.region()),
            new WarmCache(store.cache(), store.inMemory()),
            LIMITS,
            System::nanoTime)) {
      Optional<ResidentMap> map = scan.map();
      LOG.debug("resident map: {} {}", store, map);
      return map.map(ResidentMaps::toProto);
    } catch (IOException | RuntimeException e) { // a closed file makes HBase's readers throw both
      LOG.warn("no resident map, the whole output is retained: {}", store, e);
      return Optional.empty();
    }
  }

  static LighterProtos.ResidentMap toProto(ResidentMap map) {
    LighterProtos.ResidentMap.Builder proto =
        LighterProtos.ResidentMap.newBuilder()
            .setCachedBytes(map.cachedBytes())
            .setCoveredBytes(map.coveredBytes());
    for (ResidentMap.Range range : map.ranges()) {
      proto.addRange(
          LighterProtos.ResidentMap.Range.newBuilder()
              .setFrom(UnsafeByteOperations.unsafeWrap(range.from()))
              .setTo(UnsafeByteOperations.unsafeWrap(range.to())));
    }
    return proto.build();
  }
}
