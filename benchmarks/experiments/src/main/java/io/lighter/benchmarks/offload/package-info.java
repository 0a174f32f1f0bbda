// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The cost of an offloaded compaction compared with a local one of the same files: time, and
 * resource use of the region server. Start with {@link
 * io.lighter.benchmarks.offload.OffloadBenchmark}.
 */
package io.lighter.benchmarks.offload;
