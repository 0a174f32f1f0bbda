// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The chunk channel: a plain TCP connection beside HBase's RPC over which a region server pulls
 * chunks of one output from a compaction server. Both ends share this package; the server is {@code
 * io.lighter.server.channel}, the client {@code io.lighter.regionserver.channel}.
 *
 * <p>A client requests access over RPC, with the cluster's authentication: the answer to {@code
 * ListChunks} carries a port and a ticket that opens one connection, for one job, within seconds.
 * With TLS on HBase's RPC, the channel has the same certificates; where SASL protects HBase's RPC
 * and TLS does not, there is no channel ({@link io.lighter.common.channel.ChannelProtection}).
 * {@code FetchChunk} remains for those clusters and for failures of a channel.
 *
 * <h2>On the wire</h2>
 *
 * Numbers are big-endian. All messages of a client have a fixed size, so that no client can make a
 * server allocate memory. The one length that a server sends must equal the length in {@code
 * ListChunks}.
 *
 * <pre>
 *   client, once         hello      int magic, int version, long ticket, 32 bytes secret
 *   server, once         welcome    int magic, int version, int n
 *   client, repeatedly   request    int id, int file, int chunk
 *   server, in order     response   int id, int length, then so many bytes: a frame
 *                        or         int id, int -1: not retained (any more)
 * </pre>
 *
 * The server closes the connection after a wrong or late hello. At most n requests may be without a
 * complete response; the server closes on one more. {@code file} is the position in {@code
 * ListChunksResponse.file}, {@code chunk} that in {@code FileChunks.chunk}; the client chooses the
 * ids. Either side may close at any time without a reason. {@code io.lighter.chunk} defines the
 * frame and its checksum.
 */
package io.lighter.common.channel;
