// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Instant;

/**
 * An interval with a slow operation. Immutable.
 *
 * @param operation name of the operation
 * @param phase name of the phase
 * @param start start of the interval
 * @param end end of the interval
 * @param longestMs latency of the longest operation that ended in the interval, in milliseconds
 */
public record Stall(String operation, String phase, Instant start, Instant end, double longestMs) {}
