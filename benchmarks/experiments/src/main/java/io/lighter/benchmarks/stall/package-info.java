// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Causes of stalls, which are short intervals with a slow operation: safepoints, waits for a CPU,
 * time stolen by the hypervisor, disk limits and slow syncs of the write-ahead log.
 *
 * <p>{@link io.lighter.benchmarks.stall.StallSampler} reads Linux's counters while clients run.
 * {@link io.lighter.benchmarks.stall.SafepointLog} and {@link io.lighter.benchmarks.stall.WalSyncs}
 * read logs afterwards. All of these produce {@link io.lighter.benchmarks.stall.Delay}s. {@link
 * io.lighter.benchmarks.stall.StallExplainer} compares delays with a stall.
 *
 * <p>Threads: the sampler has its own; all else is confined to the caller's. All times are of this
 * machine's wall clock.
 */
package io.lighter.benchmarks.stall;
