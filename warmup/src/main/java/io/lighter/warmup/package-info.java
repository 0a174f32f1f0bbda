/**
 * The warm-up of a region server's block cache with a compaction's output. Knows nothing of RPC and
 * nothing of where blocks come from.
 *
 * <p>So far only the moving threshold ({@link io.lighter.warmup.WarmupThreshold}) is here.
 */
package io.lighter.warmup;
