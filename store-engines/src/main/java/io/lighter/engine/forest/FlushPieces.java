// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Into how many files a flush is divided. Flushes of nearly ascending rows overlap at their edges
 * only. With several files a compaction takes the files at the edges, and leaves the others.
 *
 * <p>Only with a tracker that lists all files of a flush in one step. With HBase's default one, a
 * region server that dies between two files leaves the first one, which has the sequence id of the
 * whole flush. The region that opens next skips the log up to that id, and with it the cells of the
 * other files.
 *
 * <p>Immutable.
 *
 * @param most most files of a flush, at least 1
 * @param leastBytes size of the smallest file that a flush is divided into, at least 1
 */
public record FlushPieces(int most, long leastBytes) {

  public FlushPieces {
    if (most < 1 || leastBytes < 1) {
      throw new IllegalArgumentException(
          "most is %d, leastBytes is %d, allowed: 1 or more".formatted(most, leastBytes));
    }
  }

  /**
   * Returns the number that {@code conf} sets, or 1 if the tracker forbids more. No file is so
   * small that it would be put together with its neighbours.
   *
   * @param isFileTracker whether the store's tracker is HBase's {@code FILE}
   * @param problems takes a sentence for a problem, with key, value and what is expected
   */
  public static FlushPieces of(
      Configuration conf, ForestLimits limits, boolean isFileTracker, Consumer<String> problems) {
    LighterOption option = LighterOption.FOREST_FLUSH_PIECES;
    int most = StoreOptions.of(conf, List.of(option), problems).number(option);
    if (most > 1 && !isFileTracker) {
      problems.accept(
          ("%s = '%d': expected 1, or hbase.store.file-tracker.impl = FILE: HBase can lose part of a"
                  + " flush of several files; 1 is used")
              .formatted(option.key(), most));
      most = 1;
    }
    return new FlushPieces(most, limits.smallBytes());
  }

  /**
   * Returns where the files of one flush end.
   *
   * @param dataBytes size of all cells of the flush, uncompressed, as the memstore counts it
   */
  public FlushCuts cuts(long dataBytes) {
    return new FlushCuts(this, dataBytes);
  }
}
