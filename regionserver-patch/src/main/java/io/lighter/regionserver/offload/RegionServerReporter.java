package io.lighter.regionserver.offload;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LeaderCache;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the leading manager what the region server has away and what it warms: often while there is
 * something, seldom otherwise. Nothing depends on it; a manager that is missing or does not answer
 * is logged once per change, and costs nobody but this thread any time.
 */
public final class RegionServerReporter implements Closeable {
  /** Of each call. */
  public static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(RegionServerReporter.class);

  /** Between two reports while nothing goes on, unless the interval is longer. */
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(10);

  private final LeaderCache leaders; // used by the thread that calls tick() alone
  private final Function<ServerName, CompactionManagerService.BlockingInterface> stubs;
  private final Supplier<RegionServerReport> reports;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-reporter").setDaemon(true).build());

  // What follows is touched by the thread that calls tick() alone.

  /** Meaningful if {@link #reported}. */
  private long reportedNanos;

  /** What the manager asked for in its last answer. */
  private Duration pause = Duration.ZERO;

  private boolean reported;
  private boolean wasBusy;
  private String lastOutcome = "";

  /**
   * A reporter that waits for {@link #start}.
   *
   * @param leaders who leads; may wait for ZooKeeper
   * @param stubs of a manager, whose calls take {@link #CALL_TIMEOUT} at the most
   * @param reports the state of now
   * @param nanoTime see {@link System#nanoTime}
   */
  public RegionServerReporter(
      LeaderCache.Source leaders,
      Function<ServerName, CompactionManagerService.BlockingInterface> stubs,
      Supplier<RegionServerReport> reports,
      LongSupplier nanoTime) {
    this.leaders = new LeaderCache(leaders, nanoTime::getAsLong);
    this.stubs = stubs;
    this.reports = reports;
    this.nanoTime = nanoTime;
  }

  /**
   * Reports from now on.
   *
   * @param interval while something goes on; zero: never
   */
  void start(Duration interval) {
    if (interval.isZero()) {
      return;
    }
    long millis = interval.toMillis();
    // Nothing to wait for: it ends with close(), and tick() lets no exception out.
    Future<?> unused =
        thread.scheduleWithFixedDelay(this::tick, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Reports, if something goes on, or has just ended, or nothing was reported for a while; less
   * often if the manager asks for that. At a fixed delay on {@link #thread}; by one thread.
   */
  public void tick() {
    try {
      RegionServerReport report = reports.get();
      boolean busy = report.getWarmupCount() > 0 || report.getAway() > 0;
      if ((busy || wasBusy) ? isSilentFor(pause) : isSilentFor(IDLE_INTERVAL)) {
        wasBusy = busy;
        reported = true;
        reportedNanos = nanoTime.getAsLong();
        logChange(send(report));
      }
    } catch (InterruptedIOException e) {
      LOG.debug("Closing", e);
    } catch (RuntimeException | Error e) { // or the executor would never report again
      LOG.warn("Cannot say how this region server does", e);
    }
  }

  /** What became of it, for the log. */
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
      return "Reporting to the manager at " + manager;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // also a stub that cannot be made
      leaders.failed();
      pause = Duration.ZERO;
      LOG.debug("Cannot report to the manager", e);
      return "Cannot report to the manager: " + e.getClass().getSimpleName();
    }
  }

  /** Never longer than an idle region server waits. */
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
