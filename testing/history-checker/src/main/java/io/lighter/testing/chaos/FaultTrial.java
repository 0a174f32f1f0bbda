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
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Timeout for a table to be served again after a late effect of the last fault. */
  private static final Duration AFTERMATH = Duration.ofMinutes(4);

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
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** One in this many faults targets a compaction of the varied table. */
  private static final int VARIED_SHARE = 3;

  /** Time for a returned target to learn of its replacement. */
  private static final Duration COMEBACK = Duration.ofSeconds(4);

  /**
   * Limit of a get or write during a fault of Lighter's process. HBase itself may take as long on a
   * busy machine, and all of its timeouts, after which requests are resent, are longer.
   */
  private static final Duration LONGEST_OPERATION = Duration.ofSeconds(5);

  /** Number of flushes that gives a store enough files for a compaction. */
  private static final int FLUSHES = 2;

  /** Changes per file, spread over a few regions. */
  private static final int CHANGES_PER_FILE = 200;

  private final LocalCluster cluster;
  private final BackgroundCheck check;
  private final ChaosTables tables;
  private final List<TableName> plainTables;
  private final List<TableName> variedTables;
  private final Victims victims;
  private final Restarts restarts;
  private final RandomGenerator random;

  /** Target of the last fault. */
  private Optional<Victim> last = Optional.empty();

  /**
   * Creates trials.
   *
   * @param random selects the table under fault
   * @param plain tables with one output per compaction
   * @param varied tables with several outputs; may be empty
   */
  FaultTrial(
      LocalCluster cluster,
      BackgroundCheck check,
      ChaosTables tables,
      Victims victims,
      RandomGenerator random,
      List<TableName> plain,
      List<TableName> varied) {
    this.cluster = cluster;
    this.check = check;
    this.tables = tables;
    this.victims = victims;
    this.restarts = new Restarts(cluster);
    this.random = random;
    this.plainTables = List.copyOf(plain);
    this.variedTables = List.copyOf(varied);
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
    return fault.victim().isLighters()
        ? strike(fault, late)
        : whileRegionsChange(() -> strike(fault, late));
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
        AFTERMATH,
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
        return tail.await(PATIENCE.dividedBy(ATTEMPTS), event);
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
  private record Blow(ProcessName victim, Injury injury, boolean isMissed) {}

  private Blow inflict(Fault fault) throws IOException, InterruptedException {
    Moment moment = fault.moment();
    if (moment == Moment.IDLE) {
      ProcessName victim = victims.byRole(fault.victim());
      Injury injury = Injury.inflict(cluster, fault.harm(), victim);
      tables.compact();
      return new Blow(victim, injury, false);
    }
    try (LogTail tail = LogTail.of(cluster, moment.writer().orElseThrow())) {
      LogTail.Line line = awaitEvent(tail, moment.event());
      ProcessName victim = victims.byEvent(fault, line);
      TimeUnit.MILLISECONDS.sleep(moment.delay().toMillis()); // falls into the moment
      Injury injury = Injury.inflict(cluster, fault.harm(), victim);
      List<String> over = moment.over(line.text());
      boolean isMissed = !over.isEmpty() && tail.has(line.writer(), over);
      return new Blow(victim, injury, isMissed);
    }
  }

  /** Injects the fault. {@code late} are processes that exited before because of the last fault. */
  private FaultOutcome strike(Fault fault, List<ProcessName> late)
      throws IOException, InterruptedException {
    long failedBefore = check.failedOperations();
    Blow blow = inflict(fault);
    ProcessName victim = blow.victim();
    Injury injury = blow.injury();
    long start = System.nanoTime();
    LOG.info("fault injected target={} fault=\"{}\"", victim, fault.words());
    List<String> problems = new ArrayList<>();
    boolean isReplaceable = fault.victim().isReplaceable();
    check.disturb();
    if (isReplaceable) {
      TimeUnit.MILLISECONDS.sleep(DISTURBED.toMillis()); // the time of the disturbances
    } else {
      awaitAbsence(start); // the fault itself
      heal(fault, injury, start, problems);
      if (fault.victim() == Victim.ZOOKEEPER) {
        TimeUnit.MILLISECONDS.sleep(SESSIONS.toMillis());
      }
    }
    Optional<ProcessName> dead = isReplaceable ? Optional.of(victim) : Optional.empty();
    Duration disturbed =
        leaveInPeace(fault, dead, problems).plus(isReplaceable ? DISTURBED : Duration.ZERO);
    Optional<Recovery.Absent> absent =
        isReplaceable
            ? Optional.of(new Recovery.Absent(victim, fault.harm().leavesAnswering()))
            : Optional.empty();
    Duration absence = (isReplaceable ? Duration.ZERO : ABSENCE).plus(disturbed);
    Duration left = fault.bound().plus(absence).minusNanos(System.nanoTime() - start);
    Recovery withoutVictim = new Recovery(cluster, tables, restarts, absent);
    Optional<String> stuck = withoutVictim.await(left);
    Duration recovery = Duration.ofNanos(System.nanoTime() - start).minus(absence);
    stuck.ifPresent(
        state -> problems.add("not well after %d s: %s".formatted(recovery.toSeconds(), state)));
    Duration comeback = isReplaceable ? comesBack(fault, injury, start, problems) : Duration.ZERO;
    if (!check.awaitOperations(OPERATIONS)) { // otherwise the next fault would be blamed for them
      LOG.warn("reads or writes hang limit={}s", OPERATIONS.toSeconds());
    }
    long failed = check.failedOperations() - failedBefore;
    Duration longest = check.longestOperation();
    Duration longestServed = check.longestServedOperation();
    List<ProcessName> ended = restarts.take();
    if (fault.victim().isLighters()) {
      if (failed > 0) {
        problems.add(failed + " reads and writes failed");
      }
      if (longestServed.compareTo(LONGEST_OPERATION) > 0) {
        problems.add("a read or write took %.1f s".formatted(longestServed.toMillis() / 1e3));
      }
      if (withoutVictim.hasForgotten()) {
        problems.add("a compaction was given up");
      }
    }
    Restarts.unexpected(fault, victim, last, late, ended)
        .forEach(name -> problems.add(name + " has ended by itself"));
    last = Optional.of(fault.victim());
    check.requireRunning();
    return new FaultOutcome(
        fault,
        victim.toString(),
        recovery,
        comeback,
        blow.isMissed(),
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
  private Duration leaveInPeace(Fault fault, Optional<ProcessName> absent, List<String> problems)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Duration limit = fault.victim().isLighters() ? DISTURBANCES : DISTURBANCES_OF_HBASE;
    while (!check.leaveInPeace(LOOK)) {
      if (System.nanoTime() - start > limit.toNanos()) {
        problems.add("a disturbance was still under way after %d s".formatted(limit.toSeconds()));
        break;
      }
      restarts.restartTheDead(absent);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    if (fault.victim().isLighters()) {
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

  private void heal(Fault fault, Injury injury, long start, List<String> problems)
      throws IOException {
    if (fault.harm() != Harm.KILL) {
      injury.lackOfEffect().ifPresent(problems::add);
    }
    if (fault.victimReturnsUnaware()) {
      Duration absence = Duration.ofNanos(System.nanoTime() - start);
      check.whileRegionServerReturns(absence, injury::heal);
    } else {
      injury.heal();
    }
  }

  /**
   * Ends the fault of a replaced target, after its session if the process still ran, and waits for
   * recovery. The target no longer owns its earlier work.
   *
   * @return time from the target's return to recovery
   */
  private Duration comesBack(Fault fault, Injury injury, long start, List<String> problems)
      throws IOException, InterruptedException {
    if (fault.harm() != Harm.KILL) {
      awaitAbsence(start);
    }
    heal(fault, injury, start, problems);
    restarts.restartTheDead(Optional.empty());
    long back = System.nanoTime();
    TimeUnit.MILLISECONDS.sleep(COMEBACK.toMillis());
    new Recovery(cluster, tables, restarts, Optional.empty())
        .await(fault.bound())
        .ifPresent(state -> problems.add("not well after the victim came back: " + state));
    return Duration.ofNanos(System.nanoTime() - back);
  }

  private static void awaitAbsence(long start) throws InterruptedException {
    Duration left = ABSENCE.minusNanos(System.nanoTime() - start);
    if (left.compareTo(Duration.ZERO) > 0) {
      TimeUnit.MILLISECONDS.sleep(left.toMillis());
    }
  }
}
