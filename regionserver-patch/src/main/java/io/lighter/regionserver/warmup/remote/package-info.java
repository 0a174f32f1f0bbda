// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Chunks of an output that a compaction server retains. {@link
 * io.lighter.regionserver.warmup.remote.RemoteChunks} fetches them over a channel or RPC, and gives
 * up a server that fails twice in a row. The package also has the metrics of warm-ups, which it
 * shares with its caller.
 */
package io.lighter.regionserver.warmup.remote;
