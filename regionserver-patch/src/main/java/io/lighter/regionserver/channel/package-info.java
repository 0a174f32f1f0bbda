// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The region server's end of chunk channels; {@code io.lighter.common.channel} has the protocol.
 *
 * <p>Start with {@link io.lighter.regionserver.channel.ChunkChannels}, one per region server, and
 * {@link io.lighter.regionserver.channel.ChunkChannel}, one per warm-up. A ticket is for one job, a
 * slow server delays no other warm-up, and a failure ends with its warm-up. A channel's event loop
 * does all work except waiting. The warm-up handles failures; the package never retries.
 */
package io.lighter.regionserver.channel;
