/**
 * A job's life on a compaction server: waiting, admission by memory, running, leases, the end.
 *
 * <p>Start with {@link io.lighter.server.job.JobScheduler}. It has the one lock; {@link
 * io.lighter.server.job.JobQueue}, {@link io.lighter.server.job.Admission} and the mutable part of
 * {@link io.lighter.server.job.Job} belong to it. Nothing here does I/O under that lock, knows RPC,
 * or knows how HBase compacts: {@link io.lighter.server.job.CompactionRunner} does.
 */
package io.lighter.server.job;
