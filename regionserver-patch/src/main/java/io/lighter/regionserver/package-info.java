// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The plug-in inside the region server, to which {@code OffloadingStoreEngine} (which HBase loads)
 * delegates. {@link io.lighter.regionserver.engine} adapts HBase's store engines, and {@link
 * io.lighter.regionserver.offload} offloads a compaction and takes its output over. {@link
 * io.lighter.regionserver.local} runs local compactions, and has the reasons for them. {@link
 * io.lighter.regionserver.directory} lists the compaction servers, and {@link
 * io.lighter.regionserver.warmup} warms the cache. {@link io.lighter.regionserver.wal} bounds how
 * long writes with {@code ASYNC_WAL} wait for a sync.
 *
 * <p>Start with {@link io.lighter.regionserver.offload.StoreOffload}. Nothing here takes the
 * store's lock. HBase makes all commits.
 */
package io.lighter.regionserver;
