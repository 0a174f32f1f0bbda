// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the host's real kernel; skipped with the reason if permissions are missing. */
@Timeout(600)
class ControlGroupsIT {
  private static final int MIB = 1 << 20;
  private static final int FILE_SIZE = 48 * MIB;
  private static final int SHARES = 1024;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final List<String> SPIN = List.of("/bin/sh", "-c", "while :; do :; done");

  @TempDir private Path folder;
  private ControlGroups groups;
  private Path file;

  @BeforeEach
  void open() throws IOException {
    groups = new ControlGroups(IsolationHost.thisOne());
    file = folder.resolve("file");
    byte[] bytes = new byte[FILE_SIZE];
    new Random(1).nextBytes(bytes);
    Files.write(file, bytes);
  }

  @AfterEach
  void leaveNothingBehind() throws Exception {
    groups.remove();
    assertThat(LeftoverControlGroups.ofThisJvm()).isEmpty();
  }

  @Test
  void aProcessRunsOnTheCpusOfItsGroupFromItsStart() throws Exception {
    String cpus = groups.cpus().orElse("");
    Optional<CpuPlan> plan = cpus.isEmpty() ? Optional.empty() : CpuPlan.of(cpus, 1);
    assumeTrue(plan.isPresent(), "two CPUs and a CPU-set controller are needed");
    make("region-server", cpus(plan.get().ofRegionServer(1)), Controller.CPU_SET);
    make("clients", cpus(plan.get().ofOthers()), Controller.CPU_SET);
    List<String> show = List.of("grep", "Cpus_allowed_list", "/proc/self/status");

    assertThat(run(groups.wrap("region-server", show)))
        .isEqualTo("Cpus_allowed_list:\t" + plan.get().ofRegionServer(1));
    assertThat(run(groups.wrap("clients", show)))
        .isEqualTo("Cpus_allowed_list:\t" + plan.get().ofOthers());
  }

  @Test
  void memoryLimitBoundsThePageCache() throws Exception {
    long limit = 16 * MIB;
    make("limited", memory(OptionalLong.of(limit)), Controller.MEMORY);
    make("free", memory(OptionalLong.of(1L << 40)), Controller.MEMORY);
    String fileSystem = Files.getFileStore(folder).type();
    assumeFalse(
        fileSystem.equals("tmpfs") || fileSystem.equals("ramfs"),
        () -> "the temporary folder is on " + fileSystem + ": its pages are no cache");

    evict();
    run(groups.wrap("limited", read()));
    long limited = memoryUsed("limited");
    long free = pageCacheOfAQuietMoment();

    say(
        "page cache after reading %d MiB: %d KiB limited, %d KiB free",
        FILE_SIZE / MIB, limited / 1024, free / 1024);
    assertThat(limited).isLessThanOrEqualTo(limit);
    assertThat(free).isGreaterThanOrEqualTo(FILE_SIZE);
    evict();
    assertThat(memoryUsed("free")).isLessThan(FILE_SIZE / 4);
  }

  @Test
  void theDiskLimitSlowsAReadThatMissesThePageCache() throws Exception {
    Optional<BlockDevice> device = BlockDevice.under(folder, Path.of("/sys/dev/block"));
    assumeTrue(device.isPresent(), "the temporary folder is on no block device");
    make("slow", disk(device, new DiskLimits(1_000, 6_000_000)), Controller.DISK);
    make("free", disk(device, new DiskLimits(1_000_000, 1L << 40)), Controller.DISK);

    double free = coldReadOfAQuietMoment();
    evict();
    double slow = seconds(groups.wrap("slow", read()));
    double cached = seconds(groups.wrap("slow", read()));

    say(
        "cold read of %d MiB: %.2f s free, %.2f s at 6 MB/s; cached %.2f s",
        FILE_SIZE / MIB, free, slow, cached);
    double least = 0.8 * FILE_SIZE / 6e6;
    assumeTrue(free < least / 2, "the disk itself is hardly faster than the limit");
    assertThat(slow).isGreaterThan(least);
    assertThat(cached).isLessThan(slow / 2);
  }

  @Test
  void theRequestLimitSlowsSmallReads() throws Exception {
    Optional<BlockDevice> device = BlockDevice.under(folder, Path.of("/sys/dev/block"));
    assumeTrue(device.isPresent(), "the temporary folder is on no block device");
    DiskLimits paper = IsolationProfile.PAPER_NODE.disk().orElseThrow();
    make("slow", disk(device, paper), Controller.DISK);
    make("free", disk(device, new DiskLimits(1_000_000, 1L << 40)), Controller.DISK);

    evict();
    double free = seconds(groups.wrap("free", readPastThePageCache(300)));
    double slow = seconds(groups.wrap("slow", readPastThePageCache(300)));

    say("300 reads of 64 KiB: %.2f s free, %.2f s at 120/s", free, slow);
    double least = 1.5; // 300 reads at 120/s, less a burst at the start
    assumeTrue(free < least, "the disk itself is no faster than the limit");
    assertThat(slow).isGreaterThan(least);
  }

  @Test
  void aLoopDeviceIsADiskOfItsOwnAlsoForTheKernelsWrites() throws Exception {
    Optional<String> refusal = LoopDisks.refusal(IsolationHost.thisOne(), folder);
    assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
    Path disk = folder.resolve("disk");
    try (LoopDisks disks = new LoopDisks(IsolationHost.thisOne())) {
      BlockDevice device = disks.mount(disk, "test");
      assertThat(BlockDevice.under(disk, Path.of("/sys/dev/block"))).contains(device);
      assertThat(disk).isEmptyDirectory();
      make("slow", disk(Optional.of(device), new DiskLimits(1_000, 20_000_000)), Controller.DISK);
      file = Files.copy(file, disk.resolve("file"));
      evict();
      double read = seconds(groups.wrap("slow", read()));

      groups.limitWriteback(device, 20_000_000);
      byte[] bytes = Files.readAllBytes(file);
      long start = System.nanoTime();
      Files.write(file, bytes);
      run(List.of("sync", "--file-system", file.toString()));
      double written = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3;
      groups.freeWriteback();

      say("loop device at 20 MB/s: read %.2f s, write and sync %.2f s", read, written);
      double least = 0.8 * FILE_SIZE / 20e6;
      assertThat(read).isGreaterThan(least);
      if (groups.describe().contains("cgroup v1")) { // v2 charges the group of the writer
        assertThat(written).isGreaterThan(least);
      }
    }
    assertThat(run(List.of("losetup", "--list", "--output", "BACK-FILE")))
        .doesNotContain("lighter-" + ProcessHandle.current().pid() + "-");
  }

  @Test
  void yieldingGroupGetsAlmostNothingOfAContendedCpu() throws Exception {
    String cpus = groups.cpus().orElse("");
    Optional<CpuPlan> plan = cpus.isEmpty() ? Optional.empty() : CpuPlan.of(cpus, 1);
    assumeTrue(plan.isPresent(), "two CPUs and a CPU-set controller are needed");
    String one = plan.get().ofRegionServer(1);
    make("other", onCpus(one, false), Controller.CPU_SET);
    make("yielding", onCpus(one, true), Controller.CPU_SHARES);
    assumeTrue(groups.yields("yielding"), "this kernel has no " + Cgroups.IDLE);
    assertThat(groups.yields("other")).isFalse();

    Process yielding = new ProcessBuilder(groups.wrap("yielding", SPIN)).start();
    try {
      Process other = new ProcessBuilder(groups.wrap("other", SPIN)).start();
      Duration ofOther;
      Duration ofYielding;
      try {
        Await.until("the other to run", TIMEOUT, () -> cpuTime(other).toMillis() > 0);
        Duration before = cpuTime(yielding);
        Duration otherBefore = cpuTime(other);
        Await.until("a second of CPU", TIMEOUT, () -> cpuTime(other).toMillis() >= 1_000);
        ofOther = cpuTime(other).minus(otherBefore);
        ofYielding = cpuTime(yielding).minus(before);
      } finally {
        other.destroyForcibly().waitFor();
      }

      say("CPU time of one that yields: %s, of the other: %s", ofYielding, ofOther);
      assertThat(ofYielding).isLessThan(ofOther.dividedBy(4)); // half of it with equal weights
    } finally {
      yielding.destroyForcibly().waitFor();
    }
  }

  private static Duration cpuTime(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private void make(String group, GroupLimits limits, Controller needed) {
    Set<Controller> inForce = groups.make(group, limits);
    assumeTrue(
        inForce.contains(needed), () -> needed.label() + ": " + groups.failures().get(needed));
  }

  private static GroupLimits cpus(String cpus) {
    return onCpus(cpus, false);
  }

  private static GroupLimits onCpus(String cpus, boolean yields) {
    return new GroupLimits(
        Optional.of(cpus), SHARES, yields, OptionalInt.empty(), OptionalLong.empty(), Map.of());
  }

  private static GroupLimits memory(OptionalLong bytes) {
    return new GroupLimits(Optional.empty(), SHARES, false, OptionalInt.empty(), bytes, Map.of());
  }

  private static GroupLimits disk(Optional<BlockDevice> device, DiskLimits limits) {
    return new GroupLimits(
        Optional.empty(),
        SHARES,
        false,
        OptionalInt.empty(),
        OptionalLong.empty(),
        GroupLimits.each(device.stream().toList(), limits));
  }

  /**
   * The largest of three measurements: a busy page stays in the cache, charged to its first user.
   */
  private long pageCacheOfAQuietMoment() throws Exception {
    long most = 0;
    for (int i = 0; i < 3 && most < FILE_SIZE; i++) {
      evict();
      run(groups.wrap("free", read()));
      most = Math.max(most, memoryUsed("free"));
    }
    return most;
  }

  /** The fastest of three measurements, because other programs may read from the same disk. */
  private double coldReadOfAQuietMoment() throws Exception {
    double fastest = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      evict();
      fastest = Math.min(fastest, seconds(groups.wrap("free", read())));
    }
    return fastest;
  }

  private List<String> read() {
    return List.of("dd", "if=" + file, "of=/dev/null", "bs=64k", "status=none");
  }

  /** A command in one process with each read as a separate request. */
  private List<String> readPastThePageCache(int reads) {
    return List.of(
        "dd",
        "if=" + file,
        "of=/dev/null",
        "iflag=direct",
        "bs=64k",
        "count=" + reads,
        "status=none");
  }

  /** Writes back the file's pages and drops them, for all groups. */
  private void evict() throws Exception {
    run(
        List.of(
            "dd",
            "of=" + file,
            "oflag=nocache",
            "conv=notrunc,fdatasync",
            "count=0",
            "status=none"));
  }

  private long memoryUsed(String group) throws IOException {
    for (String name : List.of("memory.usage_in_bytes", "memory.current")) {
      Path used = groups.folder(Controller.MEMORY, group).orElseThrow().resolve(name);
      if (Files.exists(used)) {
        return Long.parseLong(Files.readString(used).trim());
      }
    }
    throw new AssertionError("no file tells how much memory " + group + " uses");
  }

  private static double seconds(List<String> command) throws Exception {
    long start = System.nanoTime();
    run(command);
    return Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3;
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    assertThat(process.waitFor()).as("%s said: %s", command, output).isZero();
    return output;
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
