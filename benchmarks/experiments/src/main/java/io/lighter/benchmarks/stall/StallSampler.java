// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import io.lighter.testing.isolation.DiskAccounting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every 100 ms how long threads waited for a CPU, the time stolen by the hypervisor, and the
 * use of disks, and once a second the CPU time of other programs, from the creation to {@link
 * #close}. What the kernel lacks is left out. Thread-safe.
 *
 * <p>A step takes about 0.3 ms of CPU: 1 µs for each of some 100 threads, and 10 to 20 µs for each
 * of a dozen other files. Data nodes and compaction servers are read once a second.
 */
public final class StallSampler implements AutoCloseable {
  /** Counter of the seconds of CPU of programs that this one has not started. */
  public static final String OTHER_CPU = "other_cpu_s";

  /** Counter of the seconds that the hypervisor took, all CPUs together. */
  public static final String STEAL = "steal_s";

  private static final Logger LOG = LoggerFactory.getLogger(StallSampler.class);
  private static final long PERIOD_MS = 100;
  private static final int STEPS_PER_SECOND = 10;
  private static final int STEPS_PER_SEARCH = 50;
  private static final long END_S = 10;
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_S = 1e9;
  private static final double MS_PER_S = 1e3;
  private static final double MEGABYTE = 1024.0 * 1024.0;

  /** Delays below are no part of a stall. */
  private static final double LEAST_MS = 1;

  private final Path proc;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampler = new Thread(task, "stall-sampler");
            sampler.setDaemon(true);
            return sampler;
          });
  private final UsageSeries usage = new UsageSeries();

  /** Guarded by itself. */
  private final List<Delay> delays = new ArrayList<>();

  // Used by the sampler's thread, and by close() after its end.
  private final Map<Watched, WatchedProcess> processes = new LinkedHashMap<>();
  private final List<Disk> disks = new ArrayList<>();
  private final OtherPrograms otherPrograms;
  private final Map<String, Double> counters = new TreeMap<>();
  private Instant last;
  private OptionalDouble lastSteal = OptionalDouble.empty();
  private long steps;

  /** A process and the time of its last reading. */
  private static final class WatchedProcess {
    private final ThreadWaits waits;
    private Instant last;

    WatchedProcess(ThreadWaits waits, Instant last) {
      this.waits = waits;
      this.last = last;
    }
  }

  /** A group's disk. */
  private static final class Disk {
    private final DiskAccounting group;
    private final Optional<DiskQueue> queue;
    private Optional<DiskUse> last = Optional.empty();

    Disk(DiskAccounting group) {
      this.group = group;
      this.queue = group.limits().map(DiskQueue::new);
    }
  }

  /**
   * Creates a sampler that {@link #start} starts.
   *
   * @param groups groups with accounting of disks; none if empty
   * @param proc {@code /proc}
   */
  StallSampler(List<DiskAccounting> groups, Path proc, Clock clock) {
    this.proc = proc;
    this.clock = clock;
    this.last = clock.instant();
    this.otherPrograms = new OtherPrograms(proc, ProcessHandle.current().pid());
    groups.forEach(group -> disks.add(new Disk(group)));
  }

  /** Starts to sample these processes. */
  public static StallSampler start(
      List<Watched> watched, List<DiskAccounting> groups, Clock clock) {
    StallSampler sampler = new StallSampler(groups, Path.of("/proc"), clock);
    sampler.watch(watched);
    var unused =
        sampler.thread.scheduleAtFixedRate(
            sampler::tryStep, 0, PERIOD_MS, TimeUnit.MILLISECONDS); // ends with the thread
    return sampler;
  }

  /** Adds processes that started later. */
  public void watch(List<Watched> added) {
    thread.execute(() -> added.forEach(this::add));
  }

  /** Delays so far of at least a millisecond. */
  public List<Delay> delays() {
    synchronized (delays) {
      return List.copyOf(delays);
    }
  }

  /**
   * Use of the machine in a time, such as {@code cpu_wait_s_client}; without what the kernel lacks.
   */
  public Map<String, Double> usage(Instant from, Instant to) {
    return usage.between(from, to);
  }

  /** Ends the sampling, and closes all files. Idempotent. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (thread.awaitTermination(END_S, TimeUnit.SECONDS)) {
        for (WatchedProcess process : processes.values()) {
          process.waits.close();
        }
        processes.clear();
      }
    } catch (IOException e) {
      LOG.warn("cannot close files of threads", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Adds a process; on the sampler's thread. */
  void add(Watched watched) {
    Path tasks = proc.resolve(Long.toString(watched.pid())).resolve("task");
    ThreadWaits waits = new ThreadWaits(tasks, watched.kind()::counts);
    try {
      waits.findThreads();
    } catch (IOException e) {
      LOG.debug("cannot list threads process={}", watched.name(), e);
    }
    processes.put(watched, new WatchedProcess(waits, clock.instant()));
  }

  private void tryStep() {
    try {
      step();
    } catch (IOException | RuntimeException e) { // or the schedule would end
      LOG.warn("a step failed", e);
    }
  }

  /** Reads once; on the sampler's thread. */
  void step() throws IOException {
    Instant now = clock.instant();
    boolean each = steps % STEPS_PER_SECOND == 0;
    for (Map.Entry<Watched, WatchedProcess> entry : processes.entrySet()) {
      if (each || entry.getKey().kind().often()) {
        readWaits(entry.getKey(), entry.getValue(), now);
      }
    }
    readSteal(now);
    for (Disk disk : disks) {
      readDisk(disk, now);
    }
    if (each) {
      otherPrograms.next().ifPresent(seconds -> count(OTHER_CPU, seconds));
      usage.add(now, counters);
    }
    last = now;
    steps++;
  }

  private void readWaits(Watched watched, WatchedProcess process, Instant now) throws IOException {
    if (steps % STEPS_PER_SEARCH == 0) {
      process.waits.findThreads();
    }
    if (process.waits.threads() > 0) {
      ThreadWaits.Waited waited = process.waits.next();
      count("cpu_wait_s_" + watched.kind().label(), waited.sum() / NANOS_PER_S);
      double ms = waited.longest() / NANOS_PER_MS;
      watched
          .kind()
          .cpuWait()
          .ifPresent(cause -> delayed(cause, watched.name(), process.last, now, ms));
    }
    process.last = now;
  }

  private void readSteal(Instant now) throws IOException {
    String stat = StealTime.read(proc.resolve("stat"));
    OptionalDouble steal = StealTime.parse(stat);
    if (steal.isPresent()) {
      double ms = steal.getAsDouble() - lastSteal.orElse(steal.getAsDouble());
      count(STEAL, ms / MS_PER_S);
      delayed(Cause.STEAL, "machine", last, now, ms / StealTime.cpus(stat));
    }
    lastSteal = steal;
  }

  private void readDisk(Disk disk, Instant now) throws IOException {
    Optional<DiskUse> use = DiskUse.read(disk.group.folder(), disk.group.device());
    if (use.isPresent() && disk.last.isPresent()) {
      DiskUse used = use.get().minus(disk.last.get());
      String kind = disk.group.group().replaceFirst("-\\d+(?=-|$)", "").replace('-', '_');
      count("disk_read_mb_" + kind, used.readBytes() / MEGABYTE);
      count("disk_written_mb_" + kind, used.writtenBytes() / MEGABYTE);
      count("disk_reads_" + kind, (double) used.reads());
      double ms = Delay.millis(last, now);
      if (ms > 0 && disk.queue.isPresent() && disk.queue.get().isAtLimit(used, ms / MS_PER_S)) {
        delayed(Cause.DISK, disk.group.group(), last, now, ms);
      }
    }
    disk.last = use;
  }

  private void count(String name, double more) {
    counters.merge(name, more, Double::sum);
  }

  /** Adds a delay that ended in a step; a longer one began before the step. */
  private void delayed(Cause cause, String source, Instant from, Instant to, double ms) {
    if (ms >= LEAST_MS) {
      Instant start = to.minusNanos(Math.round(ms * NANOS_PER_MS));
      synchronized (delays) {
        delays.add(new Delay(cause, source, "", start.isBefore(from) ? start : from, to, ms));
      }
    }
  }
}
