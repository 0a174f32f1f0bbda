// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.yetus.audience.InterfaceAudience;

/** Choice of the files that a store may drop because all their cells have expired. Stateless. */
@InterfaceAudience.Private
final class ExpiredFiles {
  private ExpiredFiles() {}

  /**
   * Returns the expired files among {@code files}, without three kinds. HBase needs the file with
   * the store's highest sequence id. A compaction needs its inputs. A file that lists an input
   * which is not archived yet is needed until then: of several outputs only one lists the inputs
   * ({@link OrderedOutputs}), and without that output a region that opens takes an input for data.
   *
   * @param files the files of the store, the one with the highest sequence id last
   * @param maxTs time in milliseconds since the epoch before which cells have expired
   * @param compacting inputs of compactions that run
   * @param compacted files that were compacted and are not archived yet
   * @return an unmodifiable list in the order of {@code files}
   */
  static List<HStoreFile> of(
      List<HStoreFile> files,
      long maxTs,
      Collection<HStoreFile> compacting,
      Collection<HStoreFile> compacted) {
    Set<HStoreFile> busy = Set.copyOf(compacting);
    Set<String> inputs =
        compacted.stream().map(RangeStoreFileManager::name).collect(Collectors.toSet());
    List<HStoreFile> expired = new ArrayList<>();
    for (HStoreFile file : files.subList(0, Math.max(0, files.size() - 1))) {
      if (file.getReader().getMaxTimestamp() < maxTs
          && !busy.contains(file)
          && Collections.disjoint(file.getCompactedStoreFiles(), inputs)) {
        expired.add(file);
      }
    }
    return Collections.unmodifiableList(expired);
  }
}
