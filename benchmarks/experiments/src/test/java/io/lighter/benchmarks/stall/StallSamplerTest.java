// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.stall.Watched.Kind;
import io.lighter.testing.isolation.DiskAccounting;
import io.lighter.testing.isolation.DiskLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StallSamplerTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final long MS = 1_000_000;

  @TempDir private Path proc;
  private final ManualClock clock = new ManualClock();
  private Path group;
  private StallSampler sampler;

  @BeforeEach
  void createSampler() throws IOException {
    group = Files.createDirectory(proc.resolve("group"));
    sampler =
        new StallSampler(
            List.of(
                new DiskAccounting(
                    "data-node-1",
                    group,
                    Optional.of("7:0"),
                    Optional.of(new DiskLimits(30, 25_000_000))),
                new DiskAccounting(
                    "data-node-1-wal",
                    group,
                    Optional.of("7:1"),
                    Optional.of(new DiskLimits(30, 25_000_000)))),
            proc,
            clock);
  }

  @AfterEach
  void closeSampler() {
    sampler.close();
  }

  @Test
  void longestWaitOfAServingThreadIsADelayAndAllWaitsAreUse() throws Exception {
    thread(7, 70, "RpcServer.defau", 5 * MS);
    thread(7, 71, "RS-EventLoopGro", 0);
    thread(7, 72, "RS_FLUSH_OPERAT", 0);
    sampler.add(new Watched(Kind.REGION_SERVER, "region-server-1", 7));
    sampler.step();
    thread(7, 70, "RpcServer.defau", 45 * MS);
    thread(7, 71, "RS-EventLoopGro", 10 * MS);
    thread(7, 72, "RS_FLUSH_OPERAT", 90 * MS);
    steps(10);

    assertThat(sampler.delays())
        .containsExactly(
            new Delay(
                Cause.CPU_WAIT_REGION_SERVER,
                "region-server-1",
                "",
                START,
                START.plusMillis(100),
                40));
    assertThat(used().get("cpu_wait_s_region_server")).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void waitLongerThanAStepBeganBeforeTheStep() throws Exception {
    thread(8, 80, "Thread-2", 0);
    thread(8, 81, "GC Thread#0", 0);
    sampler.add(new Watched(Kind.CLIENT, "client-1", 8));
    steps(3);
    thread(8, 80, "Thread-2", 150 * MS);
    thread(8, 81, "GC Thread#0", 190 * MS);
    steps(1);

    assertThat(sampler.delays())
        .containsExactly(
            new Delay(
                Cause.CPU_WAIT_CLIENT,
                "client-1",
                "",
                START.plusMillis(250),
                START.plusMillis(400),
                150));
  }

  @Test
  void dataNodeIsReadOnceASecondAndIsNoCause() throws Exception {
    thread(9, 90, "DataXceiver for", 0);
    sampler.add(new Watched(Kind.DATA_NODE, "data-node-1", 9));
    sampler.step();
    thread(9, 90, "DataXceiver for", 300 * MS);
    steps(10);

    assertThat(sampler.delays()).isEmpty();
    assertThat(used().get("cpu_wait_s_data_node")).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void stolenTimeIsADelay() throws Exception {
    stat(3_914);
    sampler.step();
    stat(3_918);
    steps(10);

    assertThat(sampler.delays()).extracting(Delay::cause).containsExactly(Cause.STEAL);
    assertThat(sampler.delays().get(0).ms()).as("of one of two CPUs").isEqualTo(20);
    assertThat(used().get("steal_s")).isCloseTo(0.04, within(1e-9));
  }

  @Test
  void cpuTimeOfOtherProgramsIsUseAndNoDelay() throws Exception {
    program(ProcessHandle.current().pid(), 100);
    program(1, 100);
    sampler.step();
    program(ProcessHandle.current().pid(), 200);
    program(1, 130);
    steps(10);

    assertThat(used().get("other_cpu_s")).isCloseTo(0.3, within(1e-9));
    assertThat(sampler.delays()).isEmpty();
  }

  @Test
  void throttledDiskIsADelayOfWholeSteps() throws Exception {
    disk(0, 0);
    sampler.step();
    disk(4_000_000, 10);
    steps(10);

    assertThat(sampler.delays()).extracting(Delay::cause).containsOnly(Cause.DISK);
    assertThat(sampler.delays()).extracting(Delay::ms).containsExactly(100.0, 100.0, 100.0);
    assertThat(used().get("disk_read_mb_data_node")).isCloseTo(3.815, within(1e-3));
    assertThat(used().get("disk_reads_data_node")).isEqualTo(10);
    assertThat(used().get("disk_reads_data_node_wal")).as("the second disk").isZero();
    assertThat(sampler.delays()).extracting(Delay::source).containsOnly("data-node-1");
  }

  @Test
  void whatTheKernelLacksIsLeftOut() throws Exception {
    sampler.add(new Watched(Kind.CLIENT, "client-1", 10));
    Files.createDirectories(proc.resolve("11/task/110"));
    Files.writeString(proc.resolve("11/task/110/comm"), "Thread-1\n");
    sampler.add(new Watched(Kind.CLIENT, "client-2", 11));
    Files.writeString(proc.resolve("stat"), "cpu  1 2 3 4\n");
    steps(11);

    assertThat(sampler.delays()).isEmpty();
    assertThat(used()).isEmpty();
  }

  private Map<String, Double> used() {
    return sampler.usage(START, START.plusSeconds(1));
  }

  /** Steps, each 100 ms after the one before. */
  private void steps(int count) throws IOException {
    for (int step = 0; step < count; step++) {
      clock.now = clock.now.plusMillis(100);
      sampler.step();
    }
  }

  private void thread(int pid, int tid, String name, long waited) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), "68724 %d 2\n".formatted(waited));
  }

  private void program(long pid, long ticks) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        "%d (java) S 0 1 1 0 -1 4194304 102 0 0 0 %d 0 0 0 20 0 1 0 7\n".formatted(pid, ticks));
  }

  private void stat(long steal) throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        "cpu  8319129 350969 1478358 3496639 23961 0 124034 %d 0 0\ncpu0 1 2\ncpu1 1 2\n"
            .formatted(steal));
  }

  private void disk(long bytes, long reads) throws IOException {
    Files.writeString(
        group.resolve("io.stat"),
        "7:0 rbytes=%d wbytes=0 rios=%d wios=0 dbytes=0 dios=0\n".formatted(bytes, reads));
  }

  private static final class ManualClock extends Clock {
    private Instant now = START;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
