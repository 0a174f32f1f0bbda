// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.read.ResidentFilters;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * Small trees with resident filters, though there is no region server. HBase creates the engine.
 */
public class ResidentTrees extends SmallTrees {
  private static final AtomicReference<ResidentFilters> MEMORY = new AtomicReference<>();

  /** Returns the memory of all stores that open from now on. */
  static ResidentFilters share(long limit, MetricRegistry registry) {
    MEMORY.set(new ResidentFilters(limit, new MetricSet(MetricProcess.REGION_SERVER, registry)));
    return MEMORY.get();
  }

  @Override
  protected Optional<ResidentFilters> filterMemory(HStore store) {
    return Optional.of(MEMORY.get());
  }
}
