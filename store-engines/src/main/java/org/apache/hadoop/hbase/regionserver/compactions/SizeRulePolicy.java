// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.engine.policy.PolicySettings;
import io.lighter.engine.policy.SizeRule;
import io.lighter.engine.policy.SizeRule.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Minor compactions by a rule on file sizes. Major compactions, and those of a region that was
 * split, are HBase's. HBase's own ratio decides when the store has so many files that flushes wait,
 * and the rule selects nothing. Immutable except for HBase's own state.
 */
@InterfaceAudience.Private
abstract class SizeRulePolicy extends RatioBasedCompactionPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(SizeRulePolicy.class);

  /** HBase's minimum of three files would drop a selection of two. */
  private static final int FEWEST_FILES = 2;

  private final SizeRule rule;

  SizeRulePolicy(
      Configuration conf, StoreConfigInformation store, Function<PolicySettings, SizeRule> rule) {
    super(conf, store);
    setMinThreshold(FEWEST_FILES);
    PolicySettings settings =
        PolicySettings.of(
            conf,
            store.getMemStoreFlushSize(),
            store.getBlockingFileCount(),
            comConf.getMaxFilesToCompact());
    settings.problems().forEach(problem -> LOG.warn("compaction policy: {}", problem));
    this.rule = rule.apply(settings);
  }

  @Override
  @SuppressWarnings("NonApiType") // the signature is HBase's
  protected ArrayList<HStoreFile> applyCompactionPolicy(
      ArrayList<HStoreFile> candidates, boolean mayUseOffPeak, boolean mayBeStuck)
      throws IOException {
    Selection selection = select(candidates);
    return selection.isEmpty() && mayBeStuck
        ? super.applyCompactionPolicy(candidates, mayUseOffPeak, true)
        : new ArrayList<>(candidates.subList(selection.from(), selection.to()));
  }

  /** Called without a lock: a compacting file may be gone from {@code storeFiles}. */
  @Override
  public boolean needsCompaction(
      Collection<HStoreFile> storeFiles, List<HStoreFile> filesCompacting) {
    ArrayList<HStoreFile> candidates = new ArrayList<>(storeFiles);
    if (!filesCompacting.isEmpty()) { // as HBase, which selects newer files only
      HStoreFile newest = filesCompacting.get(filesCompacting.size() - 1);
      candidates.subList(0, candidates.indexOf(newest) + 1).clear();
    }
    filterBulk(candidates);
    return !select(candidates).isEmpty()
        || candidates.size() >= storeConfigInfo.getBlockingFileCount();
  }

  private Selection select(List<HStoreFile> files) {
    return rule.select(files.stream().mapToLong(file -> file.getReader().length()).toArray());
  }
}
