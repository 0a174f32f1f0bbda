package io.lighter.benchmarks.check;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;

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
    StopSignal stop) {

  /** Begins a scan. */
  ResultScanner open(ScanPlan plan, Table blocking) throws IOException {
    return switch (plan.client()) {
      case BLOCKING -> blocking.getScanner(plan.scan());
      case NON_BLOCKING -> asyncConnection.getTable(blocking.getName()).getScanner(plan.scan());
    };
  }

  /**
   * Counts a read that failed. A client that follows a stale location again and again (its cache
   * ignores a {@link RegionMovedException} that is older than what it has) has not reached a region
   * at all: that is HBase's, and is counted apart.
   */
  void readFailed(String what, IOException failure) {
    boolean stale =
        failure instanceof RetriesExhaustedException
            && failure.getCause() instanceof RegionMovedException;
    if (stale) {
      tally.add(Tally.Event.LOCATION_STALE);
      connection.clearRegionLocationCache();
      asyncConnection.clearRegionLocationCache();
    } else {
      tally.addFailure(Tally.Event.READ_FAILED, what, failure);
    }
  }

  /** Waits for a random time around {@code mean}, or until the check stops. */
  void pause(RandomGenerator random, Duration mean) throws InterruptedException {
    stop.await(Duration.ofNanos((long) (mean.toNanos() * (0.2 + 1.6 * random.nextDouble()))));
  }
}
