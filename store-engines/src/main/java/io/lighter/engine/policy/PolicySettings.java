// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The options {@code lighter.policy.*} of a store. A bad value is a problem, and the option has its
 * default: a typing error must not change which files a store keeps.
 *
 * @param stepped the rule of {@code SteppedMergePolicy}
 * @param geometric the rule of {@code GeometricPolicy}
 * @param problems what to log; each names key and value
 */
public record PolicySettings(SteppedMerge stepped, Geometric geometric, List<String> problems) {
  private static final List<LighterOption> OPTIONS =
      List.of(
          LighterOption.POLICY_K,
          LighterOption.POLICY_R,
          LighterOption.POLICY_P,
          LighterOption.POLICY_UNIT);

  /**
   * Reads the options of a store.
   *
   * @param flushBytes flush size of the table, the default of the unit
   * @param blockingFiles number of files above which HBase delays flushes
   * @param maxInputs most inputs of a compaction of HBase
   */
  public static PolicySettings of(
      Configuration conf, long flushBytes, long blockingFiles, int maxInputs) {
    List<String> problems = new ArrayList<>();
    LighterConfiguration values = StoreOptions.of(conf, OPTIONS, problems::add);
    int k = values.number(LighterOption.POLICY_K);
    int p = values.number(LighterOption.POLICY_P);
    long unit = values.optionalBytes(LighterOption.POLICY_UNIT).orElse(Math.max(1, flushBytes));
    if (k >= blockingFiles) {
      problems.add(
          "%s = '%d': expected less than hbase.hstore.blockingStoreFiles = %d, or flushes wait"
              .formatted(LighterOption.POLICY_K.key(), k, blockingFiles));
    }
    if (k > maxInputs) {
      problems.add(
          "%s = '%d': expected at most hbase.hstore.compaction.max = %d, or merges have fewer files"
              .formatted(LighterOption.POLICY_K.key(), k, maxInputs));
    }
    String r = conf.getRaw(LighterOption.POLICY_R.key()); // get() throws for too many variables
    if (p > 0 && r != null) {
      problems.add(
          "%s = '%s': not used, since %s = '%d'"
              .formatted(LighterOption.POLICY_R.key(), r, LighterOption.POLICY_P.key(), p));
    }
    return new PolicySettings(
        new SteppedMerge(k, unit),
        new Geometric(values.number(LighterOption.POLICY_R), p, unit),
        List.copyOf(problems));
  }
}
