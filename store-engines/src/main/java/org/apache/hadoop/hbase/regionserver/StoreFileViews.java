// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.FileView.Origin;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.apache.hbase.thirdparty.com.google.common.collect.MapMaker;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * What the tiered engine needs of each file, noted when the engine first meets the file, which is
 * open then. HBase closes the readers of compacted files without the store's lock, and compares
 * such files later.
 *
 * <p>Thread-safe; keeps no file in memory.
 */
@InterfaceAudience.Private
final class StoreFileViews {
  /**
   * The length of a file that the engine did not meet while it was open; its merge is committed
   * already.
   */
  private static final long UNKNOWN = 0;

  private final ConcurrentMap<HStoreFile, FileView> views = new MapMaker().weakKeys().makeMap();

  /** HBase's order by age ({@link StoreFileComparators#SEQ_ID}), also for closed files. */
  private final Comparator<HStoreFile> byAge =
      Comparator.<HStoreFile>comparingLong(file -> of(file).seqId())
          .thenComparing(Comparator.<HStoreFile>comparingLong(file -> of(file).length()).reversed())
          .thenComparingLong(file -> file.getBulkLoadTimestamp().orElse(Long.MAX_VALUE))
          .thenComparing(file -> file.getPath().getName());

  FileView of(HStoreFile file) {
    return views.computeIfAbsent(file, StoreFileViews::view);
  }

  List<FileView> of(Collection<HStoreFile> files) {
    return files.stream().map(this::of).toList();
  }

  /** Returns the order from the oldest to the newest file. */
  Comparator<HStoreFile> byAge() {
    return (a, b) -> {
      of(a); // while the files are open, whatever decides
      of(b);
      return byAge.compare(a, b);
    };
  }

  private static FileView view(HStoreFile file) {
    StoreFileReader reader = file.getReader();
    return new FileView(
        reader == null ? UNKNOWN : reader.length(),
        file.getMaxSequenceId(),
        origin(file),
        !file.excludeFromMinorCompaction());
  }

  private static Origin origin(HStoreFile file) {
    if (file.isReference()) {
      return Origin.REFERENCE;
    }
    if (file.isBulkLoadResult()) {
      return Origin.BULK_LOAD;
    }
    boolean isCompacted =
        file.isMajorCompactionResult()
            || !file.getCompactedStoreFiles().isEmpty()
            || !OrderedOutputs.inputsOf(file).isEmpty();
    return isCompacted ? Origin.COMPACTION : Origin.FLUSH;
  }
}
