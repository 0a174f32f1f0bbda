// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The jobs of a compaction server: queue, admission by memory, execution, leases, end.
 *
 * <p>Start with {@link io.lighter.server.job.JobScheduler}. The scheduler has the one lock; {@link
 * io.lighter.server.job.JobDispatcher} with its parts and the mutable part of {@link
 * io.lighter.server.job.Job} are guarded by it. {@link io.lighter.server.job.JobWorkers} has the
 * threads, on which {@link io.lighter.server.job.CompactionRunner} runs HBase's compactor. No code
 * here does I/O under the lock or depends on RPC.
 */
package io.lighter.server.job;
