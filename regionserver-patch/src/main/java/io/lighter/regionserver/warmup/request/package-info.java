// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Warm-ups that an operator requests with {@code bin/lighter warm}. {@link
 * io.lighter.regionserver.warmup.request.WarmRequestWatch} sees a request in ZooKeeper. {@link
 * io.lighter.regionserver.warmup.request.WarmRequests} starts a {@link
 * io.lighter.regionserver.warmup.request.WarmRequestTask} for it, which submits one {@link
 * io.lighter.regionserver.warmup.request.RequestedWarmup} per store, and writes the progress.
 */
package io.lighter.regionserver.warmup.request;
