package io.lighter.warmup;

import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * An output of a compaction that shall become warm.
 *
 * @param reader open until the warm-up has ended
 * @param supply where its blocks come from, if not from the file
 */
public record NewFile(HFile.Reader reader, ChunkSupply supply) {}
