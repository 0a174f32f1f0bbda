// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.testing.fixtures.ManualClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Outputs that stay for secondary replicas after the primary replica's release. */
class SpareOutputTest {
  private static final long LEASE_MS = 1_000;
  private static final long RETENTION_MS = 60_000;
  private static final int PAGE = 4 << 10;
  private static final int PAGES = 4;
  private static final String REGION = "beef";
  private static final String FAMILY = "f";

  private final ManualClock clock = new ManualClock();
  private final AtomicInteger leasesEnded = new AtomicInteger();
  private final List<Boolean> lookups = new ArrayList<>();
  private final OutputCache.Settings settings =
      new OutputCache.Settings(
          PAGES * PAGE, PAGE, Duration.ofMillis(LEASE_MS), Duration.ofMillis(RETENTION_MS));
  private final OutputCache cache = new OutputCache(settings, clock, new Events());

  private final class Events implements CacheEvents {
    @Override
    public void outputRetained() {}

    @Override
    public void chunkServed(long bytes) {}

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {
      lookups.add(found);
    }

    @Override
    public void leaseEnded() {
      leasesEnded.incrementAndGet();
    }
  }

  @Test
  void outputStaysUntilThePrimaryAndEachSecondaryHaveReleased() {
    CompactionJobId job = keep("a", 2);

    cache.release(job, 1);
    cache.release(job);
    assertThat(cache.find(REGION, FAMILY, "a")).contains(job);
    cache.release(job, 2);

    assertThat(cache.isRetained(job)).isFalse();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void repeatedReleaseOfOneSecondaryCountsOnce() {
    CompactionJobId job = keep("a", 2);
    cache.release(job);

    cache.release(job, 1);
    cache.release(job, 1);
    cache.release(job);

    assertThat(cache.isRetained(job)).isTrue();
  }

  @Test
  void secondariesDoNotReleaseForThePrimary() {
    CompactionJobId job = keep("a", 1);

    cache.release(job, 1);

    assertThat(cache.isRetained(job)).isTrue();
    cache.release(job);
    assertThat(cache.isRetained(job)).isFalse();
  }

  @Test
  void discardedOutputIsDroppedForAllReplicas() {
    CompactionJobId job = keep("a", 2);

    cache.discard(job);

    assertThat(cache.isRetained(job)).isFalse();
    assertThat(cache.usedBytes()).isZero();
    assertThat(cache.spareBytes()).isZero();
    cache.discard(job);
    assertThat(leasesEnded).hasValue(0);
  }

  @Test
  void spareOutputMayBeDiscarded() {
    CompactionJobId job = keep("a", 1);
    cache.release(job);

    cache.discard(job);

    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void releaseOfAnUnknownReplicaHasNoEffect() {
    CompactionJobId job = keep("a", 1);
    cache.release(job);

    cache.release(job, 2);
    cache.release(job, -1);

    assertThat(cache.isRetained(job)).isTrue();
  }

  @Test
  void withoutSecondariesThePrimarysReleaseDropsTheOutput() {
    CompactionJobId job = keep("a", 0);

    cache.release(job);

    assertThat(cache.isRetained(job)).isFalse();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void retentionOfZeroDropsTheOutputOnThePrimarysRelease() {
    OutputCache none =
        new OutputCache(
            new OutputCache.Settings(PAGES * PAGE, PAGE, Duration.ofMillis(LEASE_MS)),
            clock,
            new Events());
    CompactionJobId job = keep(none, "a", 2, 1);

    none.release(job);

    assertThat(none.isRetained(job)).isFalse();
  }

  @Test
  void spareOutputEndsAfterItsRetentionWhetherItIsFetchedOrNot() {
    CompactionJobId job = keep("a", 1);
    cache.release(job);
    clock.advance(Duration.ofMillis(RETENTION_MS));
    cache.sweep();
    assertThat(cache.isRetained(job)).as("longer than the lease").isTrue();

    cache.fetch(job, "a", 0).orElseThrow().release();
    clock.advance(Duration.ofMillis(1));
    cache.sweep();

    assertThat(cache.isRetained(job)).isFalse();
    assertThat(cache.usedBytes()).isZero();
    assertThat(leasesEnded).as("no region server has failed to ask").hasValue(0);
  }

  @Test
  void primarysLeaseStillEndsAnOutputThatSecondariesMayNeed() {
    CompactionJobId job = keep("a", 1);
    cache.release(job, 1);

    clock.advance(Duration.ofMillis(LEASE_MS + 1));
    cache.sweep();

    assertThat(cache.isRetained(job)).isFalse();
    assertThat(leasesEnded).hasValue(1);
  }

  @Test
  void spareOutputsLeaveAdmissionAndReports() {
    CompactionJobId job = keep("a", 1);
    long bytes = cache.retainedBytes();
    assertThat(cache.spareBytes()).isZero();

    cache.release(job);

    assertThat(cache.retainedBytes()).isZero();
    assertThat(cache.spareBytes()).isEqualTo(bytes).isPositive();
    assertThat(cache.retainedReports()).isEmpty();
    assertThat(cache.retainedOutputs()).isEqualTo(1);
  }

  @Test
  void newChunksTakeTheMemoryOfTheOldestSpareOutputOnly() {
    CompactionJobId newer = keep(cache, "newer", 1, 1);
    CompactionJobId needed = keep(cache, "needed", 1, 1);
    CompactionJobId older = keep(cache, "older", 1, 2);
    cache.release(older);
    clock.advance(Duration.ofMillis(1));
    cache.release(newer);

    StoredFrame chunk = cache.store(frame()).orElseThrow();

    assertThat(cache.isRetained(older)).isFalse();
    assertThat(cache.isRetained(newer)).isTrue();
    assertThat(cache.isRetained(needed)).isTrue();
    chunk.release();
  }

  @Test
  void neededOutputsMakeNoRoom() {
    CompactionJobId job = keep(cache, "a", 1, PAGES);

    assertThat(cache.store(frame())).isEmpty();

    assertThat(cache.isRetained(job)).isTrue();
  }

  @Test
  void chunkLargerThanTheMemoryEvictsNothing() {
    CompactionJobId job = keep("a", 1);
    cache.release(job);

    assertThat(cache.store(ByteBuffer.allocate(PAGES * PAGE + 1))).isEmpty();

    assertThat(cache.isRetained(job)).isTrue();
  }

  @Test
  void outputIsFoundByRegionFamilyAndFile() {
    CompactionJobId job = keep("a", 1);

    assertThat(cache.find(REGION, FAMILY, "a")).contains(job);
    assertThat(cache.find("cafe", FAMILY, "a")).isEmpty();
    assertThat(cache.find(REGION, "g", "a")).isEmpty();
    assertThat(cache.find(REGION, FAMILY, "b")).isEmpty();
    assertThat(lookups).containsExactly(true, false, false, false);
  }

  private CompactionJobId keep(String file, int secondaries) {
    return keep(cache, file, secondaries, 1);
  }

  private static CompactionJobId keep(OutputCache cache, String file, int secondaries, int chunks) {
    CompactionJobId job = CompactionJobId.random();
    ChunkInfo info = ChunkInfo.getDefaultInstance();
    cache.keep(
        job,
        new OutputOrigin("t", REGION, FAMILY, "rs1.example,16020,5", secondaries),
        Map.of(
            file,
            Stream.generate(() -> new StoredChunk(info, cache.store(frame()).orElseThrow()))
                .limit(chunks)
                .toList()),
        new OutputExtent(chunks, false));
    return job;
  }

  private static ByteBuffer frame() {
    return ByteBuffer.allocate(PAGE);
  }
}
