// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a {@link StoreAudit} look at the stores of a region server: every so often at all of them,
 * and at one store after each of its commits.
 *
 * <p>All I/O is on one daemon thread, which holds no lock meanwhile. Thread-safe.
 */
public final class TierAudit implements AutoCloseable {
  /** Storage types with metrics of their own. */
  private static final List<String> TYPES = List.of("DISK", "SSD", "ARCHIVE");

  /** Stores with a commit that wait for the thread; beyond, the next audit of all finds them. */
  private static final int MOST_WAITING = 1_000;

  private static final long IDLE_SECONDS = 60;
  private static final Logger LOG = LoggerFactory.getLogger(TierAudit.class);

  private final StoreAudit audit;
  private final Supplier<? extends Collection<? extends AuditedStore>> stores;
  private final BooleanSupplier isStopped;
  private final boolean isPeriodic;
  private final ScheduledThreadPoolExecutor thread;

  /** Stores with a commit that the thread has not looked at. Guarded by itself. */
  private final Set<AuditedStore> waiting = new LinkedHashSet<>();

  /** Whether the thread was told of the waiting stores. Guarded by waiting. */
  private boolean isTold;

  /**
   * Starts the audit.
   *
   * @param files file system of all stores
   * @param stores returns the open stores
   * @param isStopped tells whether the region server has stopped, which ends the audit
   * @param interval time between two audits of all stores; 0: none, and no metrics of placement
   * @param metrics takes the metrics of the region server
   */
  public TierAudit(
      PolicyFileSystem files,
      Supplier<? extends Collection<? extends AuditedStore>> stores,
      BooleanSupplier isStopped,
      Duration interval,
      MetricSet metrics) {
    this.stores = stores;
    this.isStopped = isStopped;
    isPeriodic = !interval.isZero();
    audit = new StoreAudit(files, isPeriodic);
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder().setNameFormat("lighter-tiers-%d").setDaemon(true).build(),
            new ThreadPoolExecutor.DiscardPolicy()); // of tasks after close()
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
    if (isPeriodic) {
      register(metrics);
      long millis = interval.toMillis();
      Future<?> unused = // close() ends the task, and visitAll() throws nothing
          thread.scheduleWithFixedDelay(this::visitAll, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void register(MetricSet metrics) {
    metrics.gauge(LighterMetric.TIERED_MISPLACED_BYTES, () -> sum(Placement::misplaced));
    for (String type : TYPES) {
      String label = type.toLowerCase(Locale.ROOT);
      metrics.gauge(
          LighterMetric.TIERED_BYTES_INTENDED, label, () -> sum(found -> found.intended(type)));
      metrics.gauge(LighterMetric.TIERED_BYTES_REAL, label, () -> sum(found -> found.real(type)));
    }
  }

  private long sum(ToLongFunction<Placement> bytes) {
    return stores.get().stream()
        .mapToLong(store -> bytes.applyAsLong(store.state().placement()))
        .sum();
  }

  /**
   * Queues a look at a store that has a new file. Does no I/O. A store that waits already, and one
   * that finds {@value #MOST_WAITING} others waiting, is not queued.
   */
  public void committed(AuditedStore store) {
    if (!isPeriodic && store.settleMode() == SettleMode.NONE) {
      return;
    }
    synchronized (waiting) {
      if (waiting.size() >= MOST_WAITING) {
        LOG.debug("tiers: {} waits for the next audit", store.name());
        return;
      }
      waiting.add(store);
      if (isTold) {
        return;
      }
      isTold = true;
    }
    thread.execute(this::visitWaiting);
  }

  private void visitWaiting() {
    for (Optional<AuditedStore> next = next(); next.isPresent(); next = next()) {
      audit.look(next.get());
    }
  }

  private Optional<AuditedStore> next() {
    synchronized (waiting) {
      Iterator<AuditedStore> all = waiting.iterator();
      if (isStopped.getAsBoolean() || !all.hasNext()) {
        isTold = false;
        return Optional.empty();
      }
      AuditedStore store = all.next();
      all.remove();
      return Optional.of(store);
    }
  }

  private void visitAll() {
    if (isStopped.getAsBoolean()) {
      close();
      return;
    }
    try {
      for (AuditedStore store : List.copyOf(stores.get())) {
        if (isStopped.getAsBoolean()) {
          return;
        }
        audit.look(store);
      }
    } catch (RuntimeException e) { // or there would be no further audit
      LOG.warn("tiers: an audit ended early", e);
    }
  }

  /** Returns whether the audit has ended, or ends after the look that it is at. */
  boolean isClosed() {
    return thread.isShutdown();
  }

  /** Ends the audit. A call of the file system that runs is not interrupted. */
  @Override
  public void close() {
    thread.shutdown(); // which also ends the periodic task
  }
}
