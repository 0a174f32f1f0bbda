// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Objects shared by the threads of one check; all are thread-safe. */
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
  private static final Retries RETRIES = Retries.realTime();

  /** The same check for disturbances of another table. */
  CheckContext of(TableName other) {
    return new CheckContext(
        configuration,
        connection,
        asyncConnection,
        other,
        settings,
        cells,
        model,
        results,
        tally,
        disturbances,
        requests,
        gate,
        floors,
        stop);
  }

  /** Opens a scan. */
  ResultScanner open(ScanPlan plan, Table blocking) throws IOException {
    return switch (plan.client()) {
      case BLOCKING -> blocking.getScanner(plan.scan());
      case NON_BLOCKING -> asyncConnection.getTable(blocking.getName()).getScanner(plan.scan());
    };
  }

  /**
   * Counts a failed read. A client that has not reached a region fails because of HBase; such a
   * failure is counted separately:
   *
   * <ul>
   *   <li>It follows a stale location in a loop, see {@link #forgetLocations}.
   *   <li>{@code hbase:meta} names servers for secondary replicas only, while a primary moves, is
   *       split or is merged. {@code AsyncRequestFutureImpl} does not retry a get or a batch then.
   * </ul>
   */
  void readFailed(String what, IOException failure) {
    if (Throwables.getCausalChain(failure).stream()
        .anyMatch(RegionMovedException.class::isInstance)) {
      tally.add(Tally.Event.LOCATION_STALE);
      forgetLocations();
    } else if (lacksLocation(failure)) {
      tally.add(Tally.Event.LOCATION_STALE);
    } else {
      tally.addFailure(Tally.Event.READ_FAILED, what, failure);
    }
  }

  /** Whether each failed row of a request had no location. */
  private static boolean lacksLocation(IOException failure) {
    return failure instanceof RetriesExhaustedWithDetailsException details
        && details.getNumExceptions() > 0
        && details.getCauses().stream()
            .allMatch(
                cause ->
                    cause.getMessage() != null
                        && cause.getMessage().startsWith("Cannot get replica 0 location"));
  }

  /** A request that can be sent twice. */
  @FunctionalInterface
  interface Request {
    void send() throws Exception;
  }

  /**
   * Sends a request until it succeeds, see {@link Retries}.
   *
   * @throws IOException if it never does, so that the state of its rows is unknown
   */
  void send(String what, Request request) throws IOException, InterruptedException {
    RETRIES.send(
        what,
        () ->
            requests.timed(
                () -> {
                  request.send();
                  return null;
                }),
        failure -> tally.addFailure(Tally.Event.WRITE_FAILED, what, failure));
  }

  /**
   * Clears the clients' cached locations. Region servers remember for two minutes where a region
   * has moved. If a region moves away and back and is then split or merged, both servers redirect
   * the client to each other. HBase's clients follow until their timeout instead of reading {@code
   * hbase:meta}.
   *
   * <p>The non-blocking client clears only this table, the only one with changing regions. Clearing
   * all tables makes {@code AsyncNonMetaRegionLocator} drop lookups in progress, whose callers wait
   * until their timeout. Lookups of a single table fail and are retried.
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
