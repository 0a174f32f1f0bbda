/**
 * The chunk channel: a plain TCP connection beside HBase's RPC over which a region server pulls
 * chunks of one output from a compaction server. This package is what both ends share; the server
 * is {@code io.lighter.server.channel}, the client {@code io.lighter.regionserver.channel}.
 *
 * <p>Access is asked for over RPC, with whatever authentication the cluster has: the answer to
 * {@code ListChunks} carries a port and a ticket that opens one connection, for one job, within
 * seconds. With TLS on HBase's RPC, the channel has the same certificates; where SASL protects
 * HBase's RPC and TLS does not, there is no channel ({@link
 * io.lighter.common.channel.ChannelProtection}). {@code FetchChunk} remains, for those clusters and
 * for whatever goes wrong with a channel.
 *
 * <h2>On the wire</h2>
 *
 * Numbers are big-endian. All that a client sends has a fixed size, so that a server allocates
 * nothing on a client's word; the one length that a server sends must be the one it announced in
 * {@code ListChunks}.
 *
 * <pre>
 *   client, once         hello      int magic, int version, long ticket, 32 bytes secret
 *   server, once         welcome    int magic, int version, int n
 *   client, repeatedly   request    int id, int file, int chunk
 *   server, in order     response   int id, int length, then so many bytes: a frame
 *                        or         int id, int -1: not kept (any more)
 * </pre>
 *
 * A hello that is wrong, or does not come in time, is answered by closing. At most n requests may
 * be without a complete response; the server closes on one more. {@code file} is the position in
 * {@code ListChunksResponse.file}, {@code chunk} that in {@code FileChunks.chunk}; ids are whatever
 * the client likes. Either side closes whenever it wants to; nothing is said about why. What a
 * frame is made of, with its checksum, is {@code io.lighter.chunk}'s business.
 */
package io.lighter.common.channel;
