/**
 * Chunks: runs of blocks of one HFile, as they travel from a compaction server to a region server.
 *
 * <p>Start with {@link io.lighter.chunk.ChunkBuilder}, which makes a frame, and {@link
 * io.lighter.chunk.ChunkDecoder}, which trusts none; the layout is in {@code ChunkFormat}. Builders
 * and decoders belong to one thread each. Nothing here looks into a cell but {@link
 * io.lighter.chunk.RowBounds}, which reads one row key per chunk. Where frames are kept and how
 * they travel is somebody else's business.
 */
package io.lighter.chunk;
