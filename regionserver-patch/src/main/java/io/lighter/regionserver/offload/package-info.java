// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Offloaded compactions: the rules, the job, the takeover of its output, and the fallback to
 * HBase's own compaction.
 *
 * <p>Start with {@link io.lighter.regionserver.offload.StoreOffload}. A compaction runs on one of
 * HBase's compaction threads, which only waits while the compaction is in flight. All stores of a
 * region server share a {@link io.lighter.regionserver.offload.RegionServerOffload}.
 */
package io.lighter.regionserver.offload;
