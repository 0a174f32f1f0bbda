// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The warm-up inside a region server: the files of a read during a warm-up, the start and end of a
 * warm-up, and the effects of failures. {@link io.lighter.warmup} handles the blocks.
 *
 * <p>Start at {@link io.lighter.regionserver.warmup.StoreWarmups}, which the store engine calls,
 * and for requested warm-ups at {@link io.lighter.regionserver.warmup.request.WarmRequestWatch}.
 * Reads come through {@link io.lighter.regionserver.warmup.RoutedStoreFileManager} on HBase's
 * handler threads; warm-ups run on the threads of {@link
 * io.lighter.regionserver.warmup.WarmupScheduler}.
 */
package io.lighter.regionserver.warmup;
