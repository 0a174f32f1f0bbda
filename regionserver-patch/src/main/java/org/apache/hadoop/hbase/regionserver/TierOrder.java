// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.Comparator;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hbase.thirdparty.com.google.common.collect.MapMaker;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * HBase's order of files with date tiers ({@link StoreFileComparators#SEQ_ID_MAX_TIMESTAMP}), also
 * for files that were closed since.
 *
 * <p>HBase's comparator asks the readers of two files with one sequence id, as the outputs of one
 * compaction have. A file that HBase is archiving has no reader any more, and is still one of the
 * store's compacted files, which each commit of a compaction sorts. The commit then fails after
 * reads have switched, and HBase never archives the inputs of that compaction while the region is
 * open (HBASE-29348). A region that is split meanwhile takes the inputs for data.
 *
 * <p>This comparator notes what it needs of a file when it first compares the file. Thread-safe;
 * keeps no file in memory.
 */
@InterfaceAudience.Private
final class TierOrder implements Comparator<HStoreFile> {
  private final ConcurrentMap<HStoreFile, Facts> facts = new MapMaker().weakKeys().makeMap();

  private final Comparator<HStoreFile> order =
      Comparator.comparingLong(HStoreFile::getMaxSequenceId)
          .thenComparingLong(file -> factsOf(file).maxTimestamp())
          .thenComparing(
              Comparator.<HStoreFile>comparingLong(file -> factsOf(file).length()).reversed())
          .thenComparingLong(file -> file.getBulkLoadTimestamp().orElse(Long.MAX_VALUE))
          .thenComparing(file -> file.getPath().getName());

  /**
   * What only a reader tells of a file.
   *
   * @param maxTimestamp highest time stamp of a cell; {@link Long#MAX_VALUE} if unknown
   * @param length bytes of the file; -1 if unknown
   */
  private record Facts(long maxTimestamp, long length) {
    static Facts of(HStoreFile file) {
      StoreFileReader reader = file.getReader();
      if (reader == null) {
        return new Facts(Long.MAX_VALUE, -1);
      }
      TimeRange times = reader.timeRange;
      return new Facts(times == null ? Long.MAX_VALUE : times.getMax(), reader.length());
    }
  }

  /**
   * Gives this order to an engine before its files are loaded. Leaves the engine unchanged unless
   * its file manager is HBase's own, with HBase's order of date tiers.
   */
  static void install(DateTieredStoreEngine engine, Configuration conf, CellComparator cells) {
    if (engine.storeFileManager.getClass() == DefaultStoreFileManager.class
        && engine.storeFileManager.getStoreFileComparator()
            == StoreFileComparators.SEQ_ID_MAX_TIMESTAMP) {
      engine.storeFileManager =
          new DefaultStoreFileManager(
              cells, new TierOrder(), conf, engine.compactionPolicy.getConf());
    }
  }

  @Override
  public int compare(HStoreFile a, HStoreFile b) {
    note(a); // while the files are open, whatever their sequence ids are
    note(b);
    return order.compare(a, b);
  }

  private void note(HStoreFile file) {
    facts.computeIfAbsent(file, Facts::of);
  }

  private Facts factsOf(HStoreFile file) {
    return facts.get(file);
  }
}
