// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule;
import io.lighter.engine.policy.SizeRule.Selection;

/**
 * HBase's {@code DefaultStoreEngine} with a policy that selects by size, and with the periodic
 * major compaction of {@code SortedCompactionPolicy}. Not thread-safe.
 */
final class RunsModel extends FilesModel {
  private final SizeRule rule;
  private final EngineOptions options;
  private long majorMillis;

  RunsModel(SizeRule rule, StoreWorkload workload, EngineOptions options, long startMillis) {
    super(workload, options);
    this.rule = rule;
    this.options = options;
    this.majorMillis = startMillis;
    if (workload.storeBytes() > 0) {
      files.add(Contents.of((double) workload.storeBytes()));
    }
  }

  @Override
  void add(Contents flushed, long nowMillis) {
    files.add(flushed);
  }

  @Override
  boolean compact(long nowMillis) {
    boolean due = options.majorMillis() > 0 && nowMillis - majorMillis >= options.majorMillis();
    boolean major = due && files.size() > 1 && files.size() < options.maxFiles();
    Selection selection =
        major ? new Selection(0, files.size()) : rule.select(Contents.sizes(files));
    if (selection.isEmpty()) {
      return false;
    }
    if (selection.to() - selection.from() == files.size()) {
      majorMillis = nowMillis; // HBase makes each compaction of all files a major one
    }
    merge(files, selection);
    return true;
  }
}
