// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.List;

/**
 * A load before it runs.
 *
 * @param repeat number from 1; 0 for a rehearsal, which is in no result
 * @param reads rows of reads after the load, in their order
 */
record PlannedLoad(Row row, int repeat, List<Row> reads) {
  /** Whether the load only compiles and fills what all later ones need. */
  boolean isRehearsal() {
    return repeat == 0;
  }
}
