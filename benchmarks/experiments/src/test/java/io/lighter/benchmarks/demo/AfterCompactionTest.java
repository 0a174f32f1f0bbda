// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AfterCompactionTest {
  private static final Duration LENGTH = Duration.ofMillis(2_500);
  private static final Duration QUIET = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS").withZone(ZoneOffset.UTC);

  private final LatencyRecorder latencies = new LatencyRecorder();
  private final List<String> steps = new ArrayList<>();

  @TempDir private Path folder;

  private Path log;
  private WarmupLog warmups;
  private WarmupLog.State earlier;
  private Windows windows;
  private long commitNanos;
  private AfterCompaction after;

  @BeforeEach
  void commit() throws IOException {
    log = Files.createFile(folder.resolve("region-server-1.log"));
    warmups = new WarmupLog(List.of(log), DemoTables.LIGHTER, ZoneOffset.UTC);
    earlier = warmups.read();
    windows = new Windows(latencies, BlockCacheCounters.attach(Map.of()));
    windows.enter(Phase.DURING);
    commitNanos = System.nanoTime();
    after =
        new AfterCompaction(
            new PostCompactionPhase(Instant.now(), LENGTH, QUIET),
            warmups,
            earlier,
            windows,
            new WarmupEndsInTheNextStep());
  }

  @Test
  void phaseWithoutAWarmUpHasTheFixedLength() throws IOException {
    after.measure();

    assertPhaseHasTheFixedLength();
    assertThat(after.awaitWarmups("turn 1", TIMEOUT).started()).isZero();
    assertThat(steps).isEmpty();
  }

  @Test
  void phaseEndsDuringAWarmUpThatIsWaitedForOutsideOfIt() throws IOException {
    append("started", "table=" + DemoTables.LIGHTER);

    after.measure();

    assertPhaseHasTheFixedLength();
    assertThat(steps).isEmpty();
    WarmupLog.State ended = after.awaitWarmups("turn 1", TIMEOUT);
    assertThat(steps).containsExactly("Waiting for the warm-up, turn 1");
    assertThat(ended.running()).isZero();
    assertThat(ended.completed()).isEqualTo(1);
    assertThat(Instant.now()).isAfterOrEqualTo(ended.lastEnd().orElseThrow().plus(QUIET));
    assertPhaseHasTheFixedLength();
  }

  /** The last measured interval ends with the phase. */
  private void assertPhaseHasTheFixedLength() {
    assertThat(latencies.phase()).isEqualTo(Phase.OTHER);
    List<HitInterval> intervals = windows.intervals(commitNanos);
    assertThat(intervals.get(intervals.size() - 1).toSeconds())
        .isEqualTo(LENGTH.toMillis() / 1e3, within(0.5));
  }

  private void append(String event, String details) throws IOException {
    String line =
        "%s INFO x: warm-up %s: cj-1 %s%n"
            .formatted(TIMESTAMP.format(Instant.now()), event, details);
    Files.writeString(log, line, StandardOpenOption.APPEND);
  }

  /** Ends the warm-up as soon as the next step waits for it. */
  private final class WarmupEndsInTheNextStep implements Progress {
    @Override
    public void step(String name) {
      steps.add(name);
      try {
        append("completed", "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void update(double fraction) {
      assertThat(fraction).isBetween(0.0, 1.0);
    }

    @Override
    public void detail(String text) {
      assertThat(text).startsWith("warm-ups done: ");
    }

    @Override
    public void finish() {
      throw new AssertionError("a turn does not end the demo");
    }
  }
}
