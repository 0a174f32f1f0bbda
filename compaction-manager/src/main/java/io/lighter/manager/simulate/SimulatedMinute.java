// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

/**
 * A minute of a simulation.
 *
 * @param servers compaction servers at the end of the minute
 * @param medianWaitMs median wait in a server's queue of the jobs that ended; 0 without any
 * @param waiting jobs in queues at the end of the minute
 * @param completed completed jobs
 */
public record SimulatedMinute(int servers, double medianWaitMs, long waiting, int completed) {}
