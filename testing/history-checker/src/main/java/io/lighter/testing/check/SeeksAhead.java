// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.cluster.JmxCounters;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;

/** Reads from the region servers how many seeks they have done ahead. Stateless. */
final class SeeksAhead {
  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Lighter";
  private static final String COUNTER = "SearchAhead";

  private SeeksAhead() {}

  /** Returns the seeks of all region servers since each was started; 0 of one without forest. */
  static long of(LocalCluster cluster) throws IOException {
    long sum = 0;
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER) {
        try (JmxCounters counters = JmxCounters.attach(cluster.pid(name))) {
          sum += counters.read(BEAN, COUNTER).map(values -> values.get(0)).orElse(0L);
        }
      }
    }
    return sum;
  }
}
