/**
 * Chunks of an output that a compaction server keeps: {@link
 * io.lighter.regionserver.warmup.remote.RemoteChunks} fetches them, over a channel or RPC, and
 * gives up on a server that fails twice in a row. Also the metrics of a warm-up, which both count
 * in.
 */
package io.lighter.regionserver.warmup.remote;
