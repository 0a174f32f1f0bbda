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
 * One fault: asks for a compaction of the table, strikes at the moment, brings the victim back, and
 * waits until every store is compacted. Used by one thread.
 */
final class FaultTrial {
  private static final Logger LOG = LoggerFactory.getLogger(FaultTrial.class);

  /** For the event that a fault waits for. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** For a table to be served again, if a fault is felt late. */
  private static final Duration AFTERMATH = Duration.ofMinutes(4);

  private static final int ATTEMPTS = 3;

  /** How long a process is away that is not just killed; longer than any session. */
  private static final Duration ABSENCE = Duration.ofSeconds(16);

  /**
   * After ZooKeeper was away: sessions that were not taken up in time have ended then. Whose they
   * were may notice only later, and looks well until it does.
   */
  private static final Duration SESSIONS = Duration.ofSeconds(20);

  /** For a read that waits for a region server that was cut off: a call takes 60 s at the most. */
  private static final Duration OPERATIONS = Duration.ofMinutes(2);

  /**
   * For which files and regions change while a process of Lighter's is away; HBase's are away for
   * longer, and they change all that time.
   */
  private static final Duration DISTURBED = Duration.ofSeconds(8);

  /** For a flush, a move or a split that waited for HBase. */
  private static final Duration DISTURBANCES = Duration.ofMinutes(3);

  /** The same while a process of HBase's is away: its client tries again for minutes. */
  private static final Duration DISTURBANCES_OF_HBASE = Duration.ofMinutes(8);

  /** Between two looks at who is dead while disturbances end. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Of faults, one in so many strikes at a compaction of the varied table. */
  private static final int VARIED_SHARE = 3;

  /** In which a victim that is back finds out that others have taken over, or does not. */
  private static final Duration COMEBACK = Duration.ofSeconds(4);

  /**
   * For a get or a write while a process of Lighter's is away: what HBase itself may take on a busy
   * machine, and less than any of its timeouts, after which a request that hung is sent again.
   */
  private static final Duration LONGEST_OPERATION = Duration.ofSeconds(5);

  /** Files that make a store worth a compaction. */
  private static final int FLUSHES = 2;

  /** Spread over a few regions. */
  private static final int CHANGES_PER_FILE = 200;

  private final LocalCluster cluster;
  private final BackgroundCheck check;
  private final ChaosTables tables;
  private final List<TableName> plainTables;
  private final List<TableName> variedTables;
  private final Victims victims;
  private final Restarts restarts;
  private final RandomGenerator random;

  /** Of the last fault. */
  private Optional<Victim> last = Optional.empty();

  /**
   * Trials.
   *
   * @param random chooses whose compactions are struck at
   * @param plain tables of one output per compaction
   * @param varied tables of several; none if empty
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
   * Does it.
   *
   * @throws IOException if the fault could not be brought about, or the cluster did not recover
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
   * The same without a fault.
   *
   * @return who has ended by himself
   * @throws IOException if not all is compacted after the time limit
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
      // So that the next file of each store has something in it.
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
      LOG.info("Not flushed yet", e);
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
   * Waits for what only a served table does. The last fault may be felt late: a session that it
   * cost ends a region server that seemed to be well.
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
   * A busy machine may take a compaction home, which has other events: then there is another one.
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
        LOG.info("Once more", e);
        writeFiles();
      }
    }
  }

  /** A victim that has been struck. */
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
      TimeUnit.MILLISECONDS.sleep(moment.delay().toMillis()); // into what has begun
      Injury injury = Injury.inflict(cluster, fault.harm(), victim);
      List<String> over = moment.over(line.text());
      boolean isMissed = !over.isEmpty() && tail.has(line.writer(), over);
      return new Blow(victim, injury, isMissed);
    }
  }

  /** With those who have ended before it, because of the last fault. */
  private FaultOutcome strike(Fault fault, List<ProcessName> late)
      throws IOException, InterruptedException {
    long failedBefore = check.failedOperations();
    Blow blow = inflict(fault);
    ProcessName victim = blow.victim();
    Injury injury = blow.injury();
    long start = System.nanoTime();
    LOG.info("{}: {}", victim, fault.words());
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
    if (!check.awaitOperations(OPERATIONS)) { // or the next fault would have to answer for them
      LOG.warn("Some reads or writes hang for longer than {} s", OPERATIONS.toSeconds());
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
   * Ends the disturbances. While a process of Lighter's is away, the compactions that they asked
   * for end then, before the last one is asked for: HBase drops a request for files that are being
   * compacted, and forgets those of a region that moves.
   *
   * @param absent stays dead meanwhile; what else has died of the fault is started again, since a
   *     disturbance may wait for it
   * @return how long the last disturbances took
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
      } catch (LocalClusterException e) { // recovery says below whether they end at all
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
   * Brings back a victim that others have replaced, after its session if it still ran, and waits
   * until all is well with it: what it had begun is no longer its own.
   *
   * @return how long that took from its return on
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
