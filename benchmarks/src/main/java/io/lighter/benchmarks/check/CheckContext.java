package io.lighter.benchmarks.check;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** What the threads of one check share. All of it is thread-safe. */
record CheckContext(
    Configuration configuration,
    Connection connection,
    TableName table,
    CheckSettings settings,
    Cells cells,
    Model model,
    ResultChecker results,
    Tally tally,
    StopSignal stop) {

  /** Waits for a random time around {@code mean}, or until the check stops. */
  void pause(RandomGenerator random, Duration mean) throws InterruptedException {
    stop.await(Duration.ofNanos((long) (mean.toNanos() * (0.2 + 1.6 * random.nextDouble()))));
  }
}
