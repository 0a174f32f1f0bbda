// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The warm-up of a region server's block cache with a compaction's output files. The package does
 * not depend on RPC, on Lighter's options, or on the origin of the blocks.
 *
 * <p>Start at {@link io.lighter.warmup.Warmup}, the loop that caches a step, advances the threshold
 * and evicts. {@link io.lighter.warmup.WarmupThreshold} holds the row up to which reads use the
 * output files, and {@link io.lighter.warmup.Routing} turns that row into the files of a read. A
 * {@link io.lighter.warmup.ChunkSupply} gives blocks that need not be read from the file, and a
 * {@link io.lighter.warmup.Pace} limits the rate. The files' indexes alone tell where steps and the
 * blocks of input files lie: no cell is decoded.
 *
 * <p>Each warm-up runs on one thread. Threshold, routing, control, meter, cache and paces are
 * shared between threads, and thread-safe. The region server decides when a warm-up starts, and
 * when input files are released.
 */
package io.lighter.warmup;
