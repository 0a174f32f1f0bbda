/**
 * The warm-up of a region server's block cache with a compaction's output. Knows nothing of RPC and
 * nothing of where blocks come from.
 *
 * <p>Start at {@link io.lighter.warmup.Warmup}, the loop that caches a step, moves the threshold
 * and evicts; {@link io.lighter.warmup.WarmupThreshold} is what reads ask. A {@link
 * io.lighter.warmup.ChunkSupply} gives blocks that need not be read from the file, a {@link
 * io.lighter.warmup.Pace} says how fast. Where steps and the old files' blocks lie is learnt from
 * the files' indexes alone: no cell is decoded.
 *
 * <p>Each warm-up runs on one thread. Threshold, control, meter, cache and paces are shared with
 * others, and thread-safe. Which files a read gets, and when old files are let go of, is the region
 * server's side.
 */
package io.lighter.warmup;
