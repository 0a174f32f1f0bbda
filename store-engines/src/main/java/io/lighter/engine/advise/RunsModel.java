// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule;
import io.lighter.engine.policy.SizeRule.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * HBase's {@code DefaultStoreEngine} with a policy that selects by size, and with the periodic
 * major compaction of {@code SortedCompactionPolicy}. Not thread-safe.
 */
final class RunsModel extends StoreModel {
  private final SizeRule rule;
  private final EngineOptions options;
  private final KeyOrder order;
  private final List<Contents> files = new ArrayList<>();
  private long majorMillis;

  RunsModel(SizeRule rule, StoreWorkload workload, EngineOptions options, long startMillis) {
    super(options.blockingFiles());
    this.rule = rule;
    this.options = options;
    this.order = workload.order();
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

  @Override
  double bytes() {
    return Contents.bytes(files);
  }

  @Override
  int files() {
    return files.size();
  }

  @Override
  double scanFiles() {
    return switch (order) {
      case UNIFORM -> files.size();
      case ASCENDING -> 1;
    };
  }
}
