// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LeaderCache;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports this server's state to the leading manager at a fixed delay, or less often if the manager
 * asks for that. A missing or unresponsive manager stops nothing; each change is logged once.
 */
public final class ManagerReporter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerReporter.class);

  /** Timeout of each call. */
  public static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /** Upper bound on pauses, well below the time after which a manager considers a server silent. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Time after which a manager has reassigned the share of a silent server. */
  private static final Duration UNHEARD = Duration.ofSeconds(60);

  private final Function<ServerName, CompactionManagerService.BlockingInterface> stubs;
  private final Supplier<ServerReport> reports;
  private final Consumer<ReportResponse> answers;
  private final Runnable managerLost;
  private final MonotonicClock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-reporter").setDaemon(true).build());

  // Fields below are confined to the thread that calls report().

  private final LeaderCache leaders;

  /** The last logged outcome. */
  private String lastOutcome = "";

  private long lastAnswerNanos;

  /** The last pause that the manager asked for, starting at {@link #reportedNanos}. */
  private Duration pause = Duration.ZERO;

  private long reportedNanos;

  /**
   * Creates a reporter that waits for {@link #start}.
   *
   * @param leaders source of the leader; may wait for ZooKeeper
   * @param stubs stubs of a manager, with calls of {@link #CALL_TIMEOUT} at most
   * @param answers receives each answer before the next report
   * @param managerLost called at each report while no manager has answered for a minute
   */
  public ManagerReporter(
      LeaderCache.Source leaders,
      Function<ServerName, CompactionManagerService.BlockingInterface> stubs,
      Supplier<ServerReport> reports,
      Consumer<ReportResponse> answers,
      Runnable managerLost,
      MonotonicClock clock) {
    this.leaders = new LeaderCache(leaders, clock);
    this.stubs = stubs;
    this.reports = reports;
    this.answers = answers;
    this.managerLost = managerLost;
    this.clock = clock;
    this.lastAnswerNanos = clock.nanoTime();
  }

  void start(Duration interval) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(this::report, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Reports once, unless a requested pause lasts. Called at a fixed delay on {@link #thread};
   * confined to one thread.
   */
  public void report() {
    long now = clock.nanoTime();
    if (now - reportedNanos < pause.toNanos()) {
      return;
    }
    reportedNanos = now;
    pause = Duration.ZERO;
    String outcome;
    try {
      Optional<ServerName> leader = leaders.leader();
      if (leader.isPresent()) {
        ReportResponse answer =
            RpcCaller.call(() -> stubs.apply(leader.get()).report(null, reports.get()));
        lastAnswerNanos = clock.nanoTime();
        pause = pause(answer);
        answers.accept(answer);
        outcome = "Reporting to the manager at " + leader.get();
      } else {
        outcome = "No manager leads; compacting goes on without one";
      }
    } catch (InterruptedIOException e) {
      return; // closing
    } catch (IOException | RuntimeException | Error e) { // otherwise the reports would end
      leaders.failed();
      outcome = "Cannot report to the manager: " + e.getClass().getSimpleName();
      LOG.debug("Cannot report to the manager", e);
    }
    if (clock.nanoTime() - lastAnswerNanos >= UNHEARD.toNanos()) {
      managerLost.run();
    }
    if (!outcome.equals(lastOutcome)) {
      LOG.info(outcome);
      lastOutcome = outcome;
    }
  }

  private static Duration pause(ReportResponse answer) {
    long millis = Math.min(answer.getNextReportMs(), LONGEST_PAUSE.toMillis());
    return Duration.ofMillis(Math.max(0, millis));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
