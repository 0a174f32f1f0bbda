package io.lighter.chunk;

import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * A block as any block cache takes it: unpacked, in the file's own data-block encoding, without
 * checksums, on the heap, in an array of its own. Evicting it frees its memory, whatever becomes of
 * its neighbours.
 *
 * @param offset in the file
 */
public record ChunkBlock(long offset, HFileBlock block) {}
