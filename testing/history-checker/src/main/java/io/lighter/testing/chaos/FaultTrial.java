// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterException;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one fault: requests a compaction of the table, injects the fault at the moment, ends the
 * fault, and waits until every store is compacted. Confined to one thread.
 */
final class FaultTrial {
  private static final Logger LOG = LoggerFactory.getLogger(FaultTrial.class);

  /** Timeout for the event that a fault waits for. */
  private static final Duration EVENT_TIMEOUT = Duration.ofSeconds(60);

  /** Timeout for a table to be served again after a late effect of the last fault. */
  private static final Duration SERVING_TIMEOUT = Duration.ofMinutes(4);

  private static final int ATTEMPTS = 3;

  /** Duration of a fault other than a kill; longer than any session. */
  private static final Duration ABSENCE = Duration.ofSeconds(16);

  /**
   * Time after an outage of ZooKeeper in which lost sessions expire. Their owners may notice later,
   * and look healthy until then.
   */
  private static final Duration SESSIONS = Duration.ofSeconds(20);

  /** Timeout for a read that waits for a partitioned region server: a call takes 60 s at most. */
  private static final Duration OPERATIONS = Duration.ofMinutes(2);

  /**
   * Duration of disturbances during a fault of Lighter's process; a fault of HBase's process lasts
   * longer, with disturbances all the time.
   */
  private static final Duration DISTURBED = Duration.ofSeconds(8);

  /** Timeout for a flush, move or split that waits for HBase. */
  private static final Duration DISTURBANCES = Duration.ofMinutes(3);

  /** The same timeout during a fault of HBase's process, whose client retries for minutes. */
  private static final Duration DISTURBANCES_OF_HBASE = Duration.ofMinutes(8);

  /** Interval for checking for dead processes while disturbances end. */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

  /** One in this many faults targets a compaction of the varied table. */
  private static final int VARIED_SHARE = 3;

  /** Time for a returned target to learn of its replacement. */
  private static final Duration COMEBACK = Duration.ofSeconds(4);

  /**
   * Limit of a get or write during a fault of Lighter's process. HBase itself may take as long on a
   * busy machine, and all of its timeouts, after which requests are resent, are longer.
   */
  static final Duration LONGEST_OPERATION = Duration.ofSeconds(5);

  /** Number of flushes that gives a store enough files for a compaction. */
  private static final int FLUSHES = 2;

  /** Changes per file, spread over a few regions. */
  private static final int CHANGES_PER_FILE = 200;

  private final LocalCluster cluster;
  private final BackgroundCheck check;
  private final ChaosTables tables;
  private final List<TableName> plainTables;
  private final List<TableName> variedTables;
  private final TargetFinder targets;
  private final Restarts restarts;
  private final RandomGenerator random;
  private final Duration longestAllowed;

  /** Target of the last fault. */
  private Optional<FaultTarget> last = Optional.empty();

  /**
   * Creates trials.
   *
   * @param random selects the table under fault
   * @param plain tables with one output per compaction
   * @param varied tables with several outputs; may be empty
   * @param longestAllowed limit of a get or write during a fault of Lighter's process
   */
  FaultTrial(
      LocalCluster cluster,
      BackgroundCheck check,
      ChaosTables tables,
      TargetFinder targets,
      RandomGenerator random,
      List<TableName> plain,
      List<TableName> varied,
      Duration longestAllowed) {
    this.cluster = cluster;
    this.check = check;
    this.tables = tables;
    this.targets = targets;
    this.restarts = new Restarts(cluster);
    this.random = random;
    this.plainTables = List.copyOf(plain);
    this.variedTables = List.copyOf(varied);
    this.longestAllowed = longestAllowed;
  }

  /**
   * Runs a fault.
   *
   * @throws IOException if the fault could not be injected, or the cluster did not recover
   */
  FaultOutcome run(Fault fault) throws IOException, InterruptedException {
    writeFiles();
    List<ProcessName> late = restarts.take();
    check.restartLongestOperation();
    return fault.target().isLighters()
        ? injectAndRecover(fault, late)
        : whileRegionsChange(() -> injectAndRecover(fault, late));
  }

  /**
   * Runs a round without a fault.
   *
   * @return processes that exited
   * @throws IOException if a store is not compacted in time
   */
  List<ProcessName> runWithoutFault(Duration limit) throws IOException, InterruptedException {
    writeFiles();
    tables.compact();
    Optional<String> stuck = new Recovery(cluster, tables, restarts, Optional.empty()).await(limit);
    if (stuck.isPresent()) {
      throw new IOException(
          "not compacted after %d s: %s".formatted(limit.toSeconds(), stuck.get()));
    }
    check.requireRunning();
    return restarts.take();
  }

  private void writeFiles() throws IOException, InterruptedException {
    for (int i = 0; i < FLUSHES; i++) {
      awaitServed("a flush", this::hasFlushed);
      long before = check.changes();
      // Ensures that the next file of each store is not empty.
      awaitServed("changes of rows", () -> check.changes() >= before + CHANGES_PER_FILE);
    }
  }

  private boolean hasFlushed() throws IOException {
    try {
      check.whileStoresFlush(
          () -> {
            tables.flush();
            return null;
          });
      return true;
    } catch (IOException e) {
      LOG.info("not flushed yet", e);
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while flushing");
    } catch (Exception e) { // Callable declares nothing narrower
      throw new IOException("cannot flush: " + e, e);
    }
  }

  /**
   * Waits for an effect of a served table. The last fault may have a late effect: an expired
   * session ends a region server that looked healthy.
   */
  private void awaitServed(String what, Await.Condition condition) throws IOException {
    Await.until(
        what,
        SERVING_TIMEOUT,
        () -> {
          check.requireRunning();
          restarts.restartTheDead(Optional.empty());
          return condition.met();
        });
  }

  private <T> T whileRegionsChange(Callable<T> request) throws IOException, InterruptedException {
    try {
      return check.whileRegionsChange(request);
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // as above
      throw new IOException(e);
    }
  }

  /**
   * Waits for an event. On a busy machine a compaction may fall back to local, with other events;
   * then another compaction is requested.
   */
  private LogTail.Line awaitEvent(LogTail tail, String event)
      throws IOException, InterruptedException {
    boolean isVaried = !variedTables.isEmpty() && random.nextInt(VARIED_SHARE) == 0;
    for (int attempt = 1; true; attempt++) {
      tables.compact(isVaried ? variedTables : plainTables);
      try {
        return tail.await(EVENT_TIMEOUT.dividedBy(ATTEMPTS), event);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        LOG.info("request repeated", e);
        writeFiles();
      }
    }
  }

  /** An injected fault. */
  private record Injection(ProcessName target, InjectedFault injected, boolean isMissed) {}

  private Injection inject(Fault fault) throws IOException, InterruptedException {
    Moment moment = fault.moment();
    if (moment == Moment.IDLE) {
      ProcessName target = targets.byRole(fault.target());
      InjectedFault injected = InjectedFault.inject(cluster, fault.type(), target);
      tables.compact();
      return new Injection(target, injected, false);
    }
    try (LogTail tail = LogTail.of(cluster, moment.writer().orElseThrow())) {
      LogTail.Line line = awaitEvent(tail, moment.event());
      ProcessName target = targets.byEvent(fault, line);
      TimeUnit.MILLISECONDS.sleep(moment.delay().toMillis()); // falls into the moment
      InjectedFault injected = InjectedFault.inject(cluster, fault.type(), target);
      List<String> over = moment.over(line.text());
      boolean isMissed = !over.isEmpty() && tail.has(line.writer(), over);
      return new Injection(target, injected, isMissed);
    }
  }

  /** Injects the fault. {@code late} are processes that exited before because of the last fault. */
  private FaultOutcome injectAndRecover(Fault fault, List<ProcessName> late)
      throws IOException, InterruptedException {
    long failedBefore = check.failedOperations();
    Injection injection = inject(fault);
    ProcessName target = injection.target();
    InjectedFault injected = injection.injected();
    long start = System.nanoTime();
    LOG.info("fault injected target={} fault=\"{}\"", target, fault.words());
    List<String> problems = new ArrayList<>();
    boolean isReplaceable = fault.target().isReplaceable();
    check.disturb();
    if (isReplaceable) {
      TimeUnit.MILLISECONDS.sleep(DISTURBED.toMillis()); // the time of the disturbances
    } else {
      awaitAbsence(start); // the fault itself
      endFault(fault, injected, start, problems);
      if (fault.target() == FaultTarget.ZOOKEEPER) {
        TimeUnit.MILLISECONDS.sleep(SESSIONS.toMillis());
      }
    }
    Optional<ProcessName> dead = isReplaceable ? Optional.of(target) : Optional.empty();
    Duration disturbed =
        endDisturbances(fault, dead, problems).plus(isReplaceable ? DISTURBED : Duration.ZERO);
    Optional<Recovery.Absent> absent =
        isReplaceable
            ? Optional.of(new Recovery.Absent(target, fault.type().leavesAnswering()))
            : Optional.empty();
    Duration absence = (isReplaceable ? Duration.ZERO : ABSENCE).plus(disturbed);
    Duration left = fault.bound().plus(absence).minusNanos(System.nanoTime() - start);
    Recovery withoutTarget = new Recovery(cluster, tables, restarts, absent);
    Optional<String> stuck = withoutTarget.await(left);
    Duration recovery = Duration.ofNanos(System.nanoTime() - start).minus(absence);
    stuck.ifPresent(
        state -> problems.add("not well after %d s: %s".formatted(recovery.toSeconds(), state)));
    Duration comeback =
        isReplaceable ? recoverAfterReturn(fault, injected, start, problems) : Duration.ZERO;
    if (!check.awaitOperations(OPERATIONS)) { // otherwise the next fault would be blamed for them
      LOG.warn("reads or writes hang limit={}s", OPERATIONS.toSeconds());
    }
    long failed = check.failedOperations() - failedBefore;
    Duration longest = check.longestOperation();
    Duration longestServed = check.longestServedOperation();
    List<ProcessName> ended = restarts.take();
    if (fault.target().isLighters()) {
      if (failed > 0) {
        problems.add(failed + " reads and writes failed");
      }
      if (longestServed.compareTo(longestAllowed) > 0) {
        problems.add("a read or write took %.1f s".formatted(longestServed.toMillis() / 1e3));
      }
      if (withoutTarget.hasLostRequest()) {
        problems.add("a compaction was given up");
      }
    }
    Restarts.unexpected(fault, target, last, late, ended)
        .forEach(name -> problems.add(name + " has ended by itself"));
    last = Optional.of(fault.target());
    check.requireRunning();
    return new FaultOutcome(
        fault,
        target.toString(),
        recovery,
        comeback,
        injection.isMissed(),
        longest,
        failed,
        ended.stream().map(ProcessName::toString).toList(),
        problems);
  }

  /**
   * Ends the disturbances. During a fault of Lighter's process their compactions also end, before
   * the last request for a compaction. HBase drops a request for files that are being compacted,
   * and requests of a moving region.
   *
   * @param absent process that stays dead; others that died of the fault are started again, because
   *     a disturbance may wait for them
   * @return duration of the last disturbances
   */
  private Duration endDisturbances(Fault fault, Optional<ProcessName> absent, List<String> problems)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Duration limit = fault.target().isLighters() ? DISTURBANCES : DISTURBANCES_OF_HBASE;
    while (!check.endDisturbances(CHECK_INTERVAL)) {
      if (System.nanoTime() - start > limit.toNanos()) {
        problems.add("a disturbance was still under way after %d s".formatted(limit.toSeconds()));
        break;
      }
      restarts.restartTheDead(absent);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    if (fault.target().isLighters()) {
      try {
        Await.until(
            "the end of the compactions",
            fault.bound(),
            () -> tables.state() != ChaosTables.State.BUSY);
      } catch (LocalClusterException e) { // the recovery below checks that they end
        problems.add(e.getMessage());
      }
      tables.compact();
    }
    return took;
  }

  private void endFault(Fault fault, InjectedFault injected, long start, List<String> problems)
      throws IOException {
    if (fault.type() != FaultType.KILL) {
      injected.missingEffect().ifPresent(problems::add);
    }
    if (fault.targetReturnsStale()) {
      Duration absence = Duration.ofNanos(System.nanoTime() - start);
      check.whileRegionServerReturns(absence, injected::end);
    } else {
      injected.end();
    }
  }

  /**
   * Ends the fault of a replaced target, after its session if the process still ran, and waits for
   * recovery. The target no longer owns its earlier work.
   *
   * @return time from the target's return to recovery
   */
  private Duration recoverAfterReturn(
      Fault fault, InjectedFault injected, long start, List<String> problems)
      throws IOException, InterruptedException {
    if (fault.type() != FaultType.KILL) {
      awaitAbsence(start);
    }
    endFault(fault, injected, start, problems);
    restarts.restartTheDead(Optional.empty());
    long back = System.nanoTime();
    TimeUnit.MILLISECONDS.sleep(COMEBACK.toMillis());
    new Recovery(cluster, tables, restarts, Optional.empty())
        .await(fault.bound())
        .ifPresent(state -> problems.add("not well after the target returned: " + state));
    return Duration.ofNanos(System.nanoTime() - back);
  }

  private static void awaitAbsence(long start) throws InterruptedException {
    Duration left = ABSENCE.minusNanos(System.nanoTime() - start);
    if (left.compareTo(Duration.ZERO) > 0) {
      TimeUnit.MILLISECONDS.sleep(left.toMillis());
    }
  }
}
