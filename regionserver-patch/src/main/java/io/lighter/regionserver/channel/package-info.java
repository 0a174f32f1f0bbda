/**
 * The region server's end of chunk channels (what they are and what is on the wire: {@code
 * io.lighter.common.channel}).
 *
 * <p>Start with {@link io.lighter.regionserver.channel.ChunkChannels}, which a region server has
 * one of, and {@link io.lighter.regionserver.channel.ChunkChannel}, of which each warm-up opens
 * one: a ticket is for one job, a slow server holds up nobody else, and a failure ends with the
 * warm-up that met it. Everything but waiting happens on a channel's event loop. Nothing here tries
 * again: what to do about a failure is the warm-up's business.
 */
package io.lighter.regionserver.channel;
