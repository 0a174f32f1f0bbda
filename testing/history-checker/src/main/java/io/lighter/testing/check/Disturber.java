// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disturbs the table at random times while the {@link DisturbanceGate} is open. Refusals by HBase
 * are counted.
 */
abstract class Disturber implements Callable<Void> {
  private static final Logger LOG = LoggerFactory.getLogger(Disturber.class);

  private final CheckContext context;
  private final RandomGenerator random;
  private final Duration pause;

  Disturber(CheckContext context, RandomGenerator random, Duration pause) {
    this.context = context;
    this.random = random;
    this.pause = pause;
  }

  @Override
  public final Void call() throws IOException, InterruptedException {
    try (Admin admin = context.connection().getAdmin()) {
      context.pause(random, pause);
      while (!context.stop().isGiven() && !isOver()) {
        if (context.gate().enter()) {
          try {
            disturbOnce(admin);
          } finally {
            context.gate().leave();
          }
        }
        context.pause(random, pause);
      }
    }
    return null;
  }

  private void disturbOnce(Admin admin) throws InterruptedException {
    try {
      Tally.Event done = disturb(admin);
      context.tally().add(done);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure of HBase's procedures
      LOG.info("disturbance refused", e);
      context.tally().add(Tally.Event.REFUSED);
    }
  }

  /** Runs one disturbance and returns its kind. */
  abstract Tally.Event disturb(Admin admin) throws Exception;

  /** Whether no disturbance is left. */
  boolean isOver() {
    return false;
  }

  final CheckContext context() {
    return context;
  }

  final RandomGenerator random() {
    return random;
  }

  /** The table's regions in row order, without secondary replicas. */
  final List<RegionInfo> regions(Admin admin) throws IOException {
    return admin.getRegions(context.table()).stream()
        .filter(RegionReplicaUtil::isDefaultReplica)
        .sorted(RegionInfo.COMPARATOR)
        .toList();
  }

  final <T> T any(List<T> choices) throws IOException {
    if (choices.isEmpty()) {
      throw new IOException("nothing to choose from");
    }
    return choices.get(random.nextInt(choices.size()));
  }

  /** A changed descriptor of the table; empty if nothing has to change. */
  @FunctionalInterface
  interface Change {
    Optional<TableDescriptor> of(TableDescriptor before) throws IOException;
  }

  /**
   * Changes the table's descriptor, which reopens all regions. One disturber at a time does so, or
   * one would take back what another has changed.
   */
  final void alter(Admin admin, Change change) throws Exception {
    context.disturbances().alterations().lockInterruptibly();
    try {
      context
          .disturbances()
          .regionChanges()
          .during(
              () -> {
                Optional<TableDescriptor> after = change.of(admin.getDescriptor(context.table()));
                if (after.isPresent()) {
                  await(admin.modifyTableAsync(after.get()));
                }
                return after;
              });
    } finally {
      context.disturbances().alterations().unlock();
    }
    context.forgetLocations();
  }

  /** Whether the table has an engine of Lighter's, and not that of a time before. */
  final boolean hasOwnEngine(Admin admin) throws IOException {
    TableDescriptor table = admin.getDescriptor(context.table());
    return table.getValue(LighterOption.ENGINE_PREVIOUS.key()) != null;
  }

  static void await(Future<?> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    future.get(1, TimeUnit.MINUTES);
  }
}
