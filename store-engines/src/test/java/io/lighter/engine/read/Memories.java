// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;

/** Memories for resident filters, each with a registry of its own. */
public final class Memories {
  private Memories() {}

  public static ResidentFilters of(long limit) {
    return of(limit, registry());
  }

  static ResidentFilters of(long limit, MetricRegistry registry) {
    return new ResidentFilters(limit, new MetricSet(MetricProcess.REGION_SERVER, registry));
  }

  static MetricRegistry registry() {
    return new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry());
  }
}
