package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** What the threads of one check share. All of it is thread-safe. */
record CheckContext(
    Configuration configuration,
    Connection connection,
    AsyncConnection asyncConnection,
    TableName table,
    CheckSettings settings,
    Cells cells,
    Model model,
    ResultChecker results,
    Tally tally,
    Disturbances disturbances,
    OpenRequests requests,
    DisturbanceGate gate,
    FlushFloors floors,
    StopSignal stop) {
  /**
   * How often a change is sent before the check is given up: HBase's client has its own retries.
   */
  private static final int MAX_ATTEMPTS = 5;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);

  /** Begins a scan. */
  ResultScanner open(ScanPlan plan, Table blocking) throws IOException {
    return switch (plan.client()) {
      case BLOCKING -> blocking.getScanner(plan.scan());
      case NON_BLOCKING -> asyncConnection.getTable(blocking.getName()).getScanner(plan.scan());
    };
  }

  /**
   * Counts a read that failed. A client that follows a stale location again and again (see {@link
   * #forgetLocations}) has not reached a region at all: that is HBase's, and is counted apart.
   */
  void readFailed(String what, IOException failure) {
    if (Throwables.getCausalChain(failure).stream()
        .anyMatch(RegionMovedException.class::isInstance)) {
      tally.add(Tally.Event.LOCATION_STALE);
      forgetLocations();
    } else {
      tally.addFailure(Tally.Event.READ_FAILED, what, failure);
    }
  }

  /** A request that can be sent twice. */
  @FunctionalInterface
  interface Request {
    void send() throws Exception;
  }

  /**
   * Sends a request until it succeeds.
   *
   * @throws IOException if it never does: then nobody knows the state of its rows
   */
  void send(String what, Request request) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        requests.timed(
            () -> {
              request.send();
              return null;
            });
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) { // IOException, but that a Callable may throw any
        tally.addFailure(Tally.Event.WRITE_FAILED, what, e);
        if (attempt == MAX_ATTEMPTS) {
          throw new IOException(what + " failed " + attempt + " times", e);
        }
        Thread.sleep(RETRY_PAUSE.toMillis());
      }
    }
  }

  /**
   * Lets the clients ask where the regions are. Region servers remember for two minutes where a
   * region has moved. When one that moved away and back is then split or merged, each of the two
   * sends the client to the other, and HBase's clients follow until their time is up, instead of
   * asking {@code hbase:meta} where the row is now.
   *
   * <p>The non-blocking client is asked to forget this one table, of which alone it reads regions
   * that change. When it forgets them all, {@code AsyncNonMetaRegionLocator} drops the lookups that
   * are under way, and whoever waits for one does so until its time is up; of a single table they
   * fail and are sent again.
   */
  void forgetLocations() {
    connection.clearRegionLocationCache();
    asyncConnection.getRegionLocator(table).clearRegionLocationCache();
  }

  /** Waits for a random time around {@code mean}, or until the check stops. */
  void pause(RandomGenerator random, Duration mean) throws InterruptedException {
    stop.await(Duration.ofNanos((long) (mean.toNanos() * (0.2 + 1.6 * random.nextDouble()))));
  }
}
