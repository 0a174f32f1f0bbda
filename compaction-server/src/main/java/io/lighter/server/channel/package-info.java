// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The server's end of chunk channels, which sends frames directly from the output cache's memory.
 * {@code io.lighter.common.channel} describes channels and the format on the wire.
 *
 * <p>Start with {@link io.lighter.server.channel.ChunkChannelServer}. RPC handlers issue tickets;
 * the server's own event loops redeem tickets and answer requests, and never wait. A frame has a
 * reference until it is written, so an output that is released during the send keeps only that
 * memory. Resources that a peer can claim are bounded: connections, time without a ticket, unread
 * responses.
 */
package io.lighter.server.channel;
