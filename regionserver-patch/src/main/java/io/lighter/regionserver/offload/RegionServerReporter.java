// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LeaderCache;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the region server's offloaded compactions and warm-ups to the leading manager, often
 * while there are any, seldom otherwise. No other part depends on the reports. A manager that is
 * absent or does not answer is logged once per change, and delays only this thread.
 */
public final class RegionServerReporter implements Closeable {
  /** Time limit of each call. */
  public static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(RegionServerReporter.class);

  /** Pause between two reports of an idle region server, unless the interval is longer. */
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(10);

  private final LeaderCache leaders; // used by the thread that calls tick() alone
  private final Function<ServerName, CompactionManagerService.BlockingInterface> stubs;
  private final Function<Set<String>, RegionServerReport> reports;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-reporter").setDaemon(true).build());

  // Used only by the thread that calls tick().

  /** Time of the last report; meaningful if {@link #reported}. */
  private long reportedNanos;

  /** Pause that the manager requested in its last answer. */
  private Duration pause = Duration.ZERO;

  /** Names of the tables whose stores the manager asked for in its last answer. */
  private Set<String> storesOf = Set.of();

  private boolean reported;
  private boolean wasBusy;
  private String lastOutcome = "";

  /**
   * Creates a reporter, which {@link #start} starts.
   *
   * @param leaders finds the leader; may wait for ZooKeeper
   * @param stubs creates stubs of a manager, whose calls take {@link #CALL_TIMEOUT} at most
   * @param reports supplies the present state, with the stores of the named tables
   * @param nanoTime see {@link System#nanoTime}
   */
  public RegionServerReporter(
      LeaderCache.Source leaders,
      Function<ServerName, CompactionManagerService.BlockingInterface> stubs,
      Function<Set<String>, RegionServerReport> reports,
      LongSupplier nanoTime) {
    this.leaders = new LeaderCache(leaders, nanoTime::getAsLong);
    this.stubs = stubs;
    this.reports = reports;
    this.nanoTime = nanoTime;
  }

  /**
   * Starts reporting.
   *
   * @param interval pause between two reports of a busy region server; zero: never
   */
  void start(Duration interval) {
    if (interval.isZero()) {
      return;
    }
    long millis = interval.toMillis();
    // The future is not needed: close() ends the task, and tick() throws nothing.
    Future<?> unused =
        thread.scheduleWithFixedDelay(this::tick, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Reports if the region server is busy, or was at the last report, or if the manager asked for
   * stores, or if there was no report for a while; less often if the manager asks for that. Runs at
   * a fixed delay on {@link #thread}.
   */
  public void tick() {
    try {
      RegionServerReport report = reports.apply(storesOf);
      boolean busy = report.getWarmupCount() > 0 || report.getAway() > 0 || !storesOf.isEmpty();
      if ((busy || wasBusy) ? isSilentFor(pause) : isSilentFor(IDLE_INTERVAL)) {
        wasBusy = busy;
        reported = true;
        reportedNanos = nanoTime.getAsLong();
        logChange(send(report));
      }
    } catch (InterruptedIOException e) {
      LOG.debug("reporter closed", e);
    } catch (RuntimeException | Error e) { // an exception would end the task
      LOG.warn("cannot report to the manager", e);
    }
  }

  /** Sends a report, and returns the outcome for the log. */
  private String send(RegionServerReport report) throws InterruptedIOException {
    try {
      Optional<ServerName> leader = leaders.leader();
      if (leader.isEmpty()) {
        return "No manager leads; compacting goes on without one";
      }
      ServerName manager = leader.get();
      RegionServerReportResponse answer =
          RpcCaller.call(() -> stubs.apply(manager).reportRegionServer(null, report));
      pause = pause(answer);
      storesOf =
          answer.getStoresOfTableList().stream()
              .limit(Protocol.MOST_TABLES_ASKED)
              .collect(Collectors.toUnmodifiableSet());
      return "Reporting to the manager at " + manager;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // also if no stub can be created
      leaders.failed();
      pause = Duration.ZERO;
      storesOf = Set.of();
      LOG.debug("cannot report to the manager", e);
      return "Cannot report to the manager: " + e.getClass().getSimpleName();
    }
  }

  /** The pause that the manager requested, at most that of an idle region server. */
  private static Duration pause(RegionServerReportResponse answer) {
    long millis = Math.min(answer.getNextReportMs(), IDLE_INTERVAL.toMillis());
    return Duration.ofMillis(Math.max(0, millis));
  }

  private boolean isSilentFor(Duration time) {
    return !reported || nanoTime.getAsLong() - reportedNanos >= time.toNanos();
  }

  private void logChange(String outcome) {
    if (!outcome.equals(lastOutcome)) {
      LOG.info(outcome);
      lastOutcome = outcome;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
