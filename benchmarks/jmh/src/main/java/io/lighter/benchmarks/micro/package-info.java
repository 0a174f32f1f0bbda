// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Micro-benchmarks of single steps, each compared with stock code: finding the server of a region,
 * decoding and fetching chunks, caching blocks, routing reads. {@code bin/lighter bench jmh} runs
 * them. {@link io.lighter.benchmarks.micro.ChunkTransportBenchmark} is also a separate runner,
 * whose processor time includes both ends. Figures are in docs/decisions and docs/results.
 */
package io.lighter.benchmarks.micro;
