package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.rpc.RpcCaller;
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
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the leading manager, at a fixed delay, how this server does. A manager that is missing or
 * does not answer stops nothing; it is logged once per change.
 */
final class ManagerReporter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerReporter.class);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /** After which a manager has given the share of a server that it does not hear to others. */
  private static final Duration UNHEARD = Duration.ofSeconds(60);

  private final LeaderLatch election;
  private final RpcCaller rpc;
  private final Supplier<ServerReport> reports;
  private final Consumer<ReportResponse> answers;
  private final Runnable unheard;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-reporter").setDaemon(true).build());

  /** What was logged last; only {@link #thread} touches it, and the next one. */
  private String lastOutcome = "";

  private long lastAnswerNanos = System.nanoTime();

  /**
   * A reporter that waits for {@link #start}.
   *
   * @param rpc stays the caller's
   * @param electionPath of the managers' election, in which this server takes no part
   * @param answers gets what the manager answers, before the next report is made
   * @param unheard called at each report that no manager has answered for a minute
   */
  ManagerReporter(
      CuratorFramework zooKeeper,
      String electionPath,
      RpcCaller rpc,
      Supplier<ServerReport> reports,
      Consumer<ReportResponse> answers,
      Runnable unheard) {
    this.election = new LeaderLatch(zooKeeper, electionPath); // never started: it only looks
    this.rpc = rpc;
    this.reports = reports;
    this.answers = answers;
    this.unheard = unheard;
  }

  void start(Duration interval) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(this::report, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void report() {
    String outcome;
    try {
      Optional<ServerName> leader = leader();
      if (leader.isPresent()) {
        answers.accept(
            RpcCaller.call(
                () -> rpc.manager(leader.get(), CALL_TIMEOUT).report(null, reports.get())));
        lastAnswerNanos = System.nanoTime();
        outcome = "Reporting to the manager at " + leader.get();
      } else {
        outcome = "No manager leads; compacting goes on without one";
      }
    } catch (InterruptedIOException e) {
      return; // closing
    } catch (IOException | RuntimeException | Error e) { // or it would never report again
      outcome = "Cannot report to the manager: " + e.getClass().getSimpleName();
      LOG.debug("Cannot report to the manager", e);
    }
    if (System.nanoTime() - lastAnswerNanos >= UNHEARD.toNanos()) {
      unheard.run();
    }
    if (!outcome.equals(lastOutcome)) {
      LOG.info(outcome);
      lastOutcome = outcome;
    }
  }

  private Optional<ServerName> leader() throws IOException {
    try {
      String id = election.getLeader().getId();
      return id.isEmpty() ? Optional.empty() : Optional.of(ServerName.parseServerName(id));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty(); // there never was a manager
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking for the manager");
    } catch (Exception e) { // what Curator declares
      throw new IOException("cannot tell the leading manager", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
