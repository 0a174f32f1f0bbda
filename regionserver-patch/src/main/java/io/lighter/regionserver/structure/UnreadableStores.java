// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.MonotonicClock;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs stores whose files cannot be read from HBase's lists: one of them as a {@link
 * RepeatedWarning}, all of them for debugging. Thread-safe.
 */
final class UnreadableStores {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableStores.class);
  private static final String LINE = "cannot look at family {} of region {} of table {}";

  private final RepeatedWarning warning;

  UnreadableStores(MonotonicClock clock) {
    warning = new RepeatedWarning(clock);
  }

  /** Logs one store. */
  void log(HStore store, RuntimeException cause) {
    String family = store.getColumnFamilyName();
    String region = store.getRegionInfo().getEncodedName();
    if (warning.isDue()) {
      LOG.warn(LINE, family, region, store.getTableName(), cause);
    } else {
      LOG.debug(LINE, family, region, store.getTableName(), cause);
    }
  }
}
