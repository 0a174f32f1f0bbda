// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * What the stores of a region server share.
 *
 * <p>HBase creates a store engine per store, and offers no place for a shared object. So there is
 * one static object of this class for each kind, keyed by region server, since a test runs several
 * in one JVM. An entry is removed when another store opens after its region server has stopped.
 *
 * <p>Thread-safe. The lock is {@code this}.
 *
 * @param <T> what is shared
 */
@InterfaceAudience.Private
final class PerRegionServer<T> {
  private final BiFunction<RegionServerServices, MetricSet, T> creates;
  private final Consumer<T> closes;

  /** Guarded by this. */
  private final IdentityHashMap<RegionServerServices, T> byServer = new IdentityHashMap<>();

  /**
   * Creates an empty map.
   *
   * @param creates makes the object of a region server, with the metrics of that; called with the
   *     lock held
   * @param closes ends the object of a region server that has stopped; called with the lock held
   */
  PerRegionServer(BiFunction<RegionServerServices, MetricSet, T> creates, Consumer<T> closes) {
    this.creates = creates;
    this.closes = closes;
  }

  /** Returns the object of a region server, created on first use. */
  synchronized T of(RegionServerServices server) {
    removeStopped();
    return byServer.computeIfAbsent(server, this::create);
  }

  private T create(RegionServerServices server) {
    // The registry is counted: the plug-in's other metrics are in the same one.
    return creates.apply(
        server,
        new MetricSet(
            MetricProcess.REGION_SERVER,
            MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry())));
  }

  private void removeStopped() {
    Iterator<Map.Entry<RegionServerServices, T>> all = byServer.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<RegionServerServices, T> entry = all.next();
      if (entry.getKey().isStopped()) {
        closes.accept(entry.getValue());
        all.remove();
        MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
      }
    }
  }
}
