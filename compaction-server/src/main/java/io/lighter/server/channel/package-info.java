/**
 * The server's end of chunk channels (what they are and what is on the wire: {@code
 * io.lighter.common.channel}): sends frames from the output cache's memory as they are.
 *
 * <p>Start with {@link io.lighter.server.channel.ChunkChannelServer}. RPC handlers have tickets
 * issued; event loops of its own redeem them and answer requests, and never wait. A frame has a
 * reference until the network has it, so an output that is released meanwhile keeps that memory,
 * and no other. Everything that a peer may make us hold is bounded: connections, time without a
 * ticket, responses that are not read.
 */
package io.lighter.server.channel;
