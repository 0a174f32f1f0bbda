// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The measurements of one turn: one table before, during and after one major compaction.
 *
 * @param side the table
 * @param compactionSeconds duration of the major compaction
 * @param compactedRegions number of regions with something to compact
 * @param micros latencies of readers, microseconds, not to be changed
 * @param hits block-cache requests of readers
 * @param warmup warm-up after the compaction
 * @param gets latencies of gets over time
 * @param hitIntervals block-cache requests over time
 * @param span boundaries of the phases
 */
record Turn(
    Side side,
    double compactionSeconds,
    int compactedRegions,
    Map<Operation, Map<Phase, Histogram>> micros,
    Map<Phase, HitCounts> hits,
    WarmupOutcome warmup,
    Course gets,
    List<HitInterval> hitIntervals,
    Span span) {}
