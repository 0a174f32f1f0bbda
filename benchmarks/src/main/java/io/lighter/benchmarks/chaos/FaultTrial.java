package io.lighter.benchmarks.chaos;

import io.lighter.benchmarks.check.BackgroundCheck;
import io.lighter.benchmarks.cluster.Await;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.ProcessName;
import io.lighter.benchmarks.cluster.Role;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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

  /** How long a service of HBase's is away, be it dead or stopped; longer than any session. */
  private static final Duration ABSENCE = Duration.ofSeconds(16);

  /** Files that make a store worth a compaction. */
  private static final int FLUSHES = 2;

  /** Spread over a few regions. */
  private static final int CHANGES_PER_FILE = 200;

  private final LocalCluster cluster;
  private final BackgroundCheck check;
  private final ChaosTable table;
  private final Victims victims;

  FaultTrial(LocalCluster cluster, BackgroundCheck check, ChaosTable table, Victims victims) {
    this.cluster = cluster;
    this.check = check;
    this.table = table;
    this.victims = victims;
  }

  /**
   * Does it.
   *
   * @throws IOException if the fault could not be brought about, or the cluster did not recover
   */
  FaultOutcome run(Fault fault) throws IOException, InterruptedException {
    writeFiles();
    return fault.victim().isLighters() ? strike(fault) : whileRegionsChange(() -> strike(fault));
  }

  /**
   * The same without a fault.
   *
   * @throws IOException if not all is compacted after the time limit
   */
  void runWithoutFault(Duration limit) throws IOException, InterruptedException {
    writeFiles();
    table.compact();
    Optional<String> stuck = new Recovery(cluster, table, Optional.empty()).await(limit);
    if (stuck.isPresent()) {
      throw new IOException(
          "not compacted after %d s: %s".formatted(limit.toSeconds(), stuck.get()));
    }
    check.requireRunning();
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
            table.flush();
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
          Recovery.restartTheDead(cluster, Optional.empty());
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
    for (int attempt = 1; true; attempt++) {
      table.compact();
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

  private FaultOutcome strike(Fault fault) throws IOException, InterruptedException {
    long failedBefore = check.failedOperations();
    ProcessName victim;
    Injury injury;
    try (LogTail tail =
        LogTail.of(cluster, fault.moment().writer().orElse(Role.COMPACTION_SERVER))) {
      if (fault.moment() == Moment.IDLE) {
        victim = victims.byRole(fault.victim());
        injury = Injury.inflict(cluster, fault.harm(), victim);
        table.compact();
      } else {
        LogTail.Line line = awaitEvent(tail, fault.moment().event());
        victim = victims.byEvent(fault, line);
        TimeUnit.MILLISECONDS.sleep(fault.moment().delay().toMillis()); // into the warm-up
        injury = Injury.inflict(cluster, fault.harm(), victim);
      }
    }
    long start = System.nanoTime();
    LOG.info("{}: {}", victim, fault.words());
    if (!fault.victim().isReplaceable()) {
      TimeUnit.MILLISECONDS.sleep(ABSENCE.toMillis()); // the fault itself
      injury.heal();
    }
    Optional<ProcessName> away =
        fault.victim().isReplaceable() ? Optional.of(victim) : Optional.empty();
    Duration absence = fault.victim().isReplaceable() ? Duration.ZERO : ABSENCE;
    Duration left = fault.bound().plus(absence).minusNanos(System.nanoTime() - start);
    Optional<String> stuck = new Recovery(cluster, table, away).await(left);
    Duration recovery = Duration.ofNanos(System.nanoTime() - start).minus(absence);
    if (fault.victim().isReplaceable()) {
      injury.heal();
    }
    Recovery.restartTheDead(cluster, Optional.empty());
    long failed = check.failedOperations() - failedBefore;
    List<String> problems = new ArrayList<>();
    stuck.ifPresent(
        state -> problems.add("not well after %d s: %s".formatted(recovery.toSeconds(), state)));
    if (fault.victim().isLighters() && failed > 0) {
      problems.add(failed + " reads and writes failed");
    }
    check.requireRunning();
    return new FaultOutcome(fault, victim.toString(), recovery, failed, problems);
  }
}
