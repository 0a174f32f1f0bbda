// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import io.lighter.engine.forest.ForestLimits.DropDeletes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads {@link ForestLimits} from a table's configuration. A bad value is reported, and the default
 * of that option takes its place. Stateless.
 */
public final class ForestSettings {
  private static final List<LighterOption> OPTIONS =
      List.of(
          LighterOption.FOREST_FANOUT,
          LighterOption.FOREST_SST_BYTES,
          LighterOption.FOREST_SST_MIN_BYTES,
          LighterOption.FOREST_CLEAN_SSTS,
          LighterOption.FOREST_DROP_DELETES);

  /** The largest part of a file that may be too small to end at a fence. */
  private static final int MIN_SHARE = 4;

  private ForestSettings() {}

  /**
   * Returns the limits of a store.
   *
   * @param flushBytes size of a flush
   * @param problems takes a sentence for each problem, with key, value and what is expected
   */
  public static ForestLimits limits(
      Configuration conf, long flushBytes, Consumer<String> problems) {
    LighterConfiguration values = StoreOptions.of(conf, OPTIONS, problems);
    LighterConfiguration defaults = StoreOptions.of(new Configuration(false), OPTIONS, problems);
    int fanout = values.number(LighterOption.FOREST_FANOUT);
    int cleanSsts = values.number(LighterOption.FOREST_CLEAN_SSTS);
    if (cleanSsts < fanout) {
      int used = Math.max(fanout, defaults.number(LighterOption.FOREST_CLEAN_SSTS));
      problems.accept(
          "%s = '%d': expected %s = %d or more; %d is used"
              .formatted(
                  LighterOption.FOREST_CLEAN_SSTS.key(),
                  cleanSsts,
                  LighterOption.FOREST_FANOUT.key(),
                  fanout,
                  used));
      cleanSsts = used;
    }
    long sst = values.bytes(LighterOption.FOREST_SST_BYTES);
    long most = sst / MIN_SHARE;
    long sstMin = values.bytes(LighterOption.FOREST_SST_MIN_BYTES);
    if (sstMin > most) {
      long byDefault = defaults.bytes(LighterOption.FOREST_SST_MIN_BYTES);
      if (sstMin != byDefault) {
        problems.accept(
            "%s = '%d': expected at most a quarter of %s = %d; %d is used"
                .formatted(
                    LighterOption.FOREST_SST_MIN_BYTES.key(),
                    sstMin,
                    LighterOption.FOREST_SST_BYTES.key(),
                    sst,
                    Math.min(byDefault, most)));
      }
      sstMin = Math.min(byDefault, most);
    }
    return new ForestLimits(
        fanout,
        sst,
        sstMin,
        cleanSsts,
        dropDeletes(values.string(LighterOption.FOREST_DROP_DELETES)),
        Math.max(1, flushBytes));
  }

  /**
   * Returns the least depth at which HBase may hold flushes back: twice that of a region whose
   * stages are all full, which a store has while it compacts.
   *
   * @param regionBytes size at which a region splits
   */
  public static int leastBlockingFiles(ForestLimits limits, long regionBytes) {
    return 2 * limits.fanout() * stages(limits, regionBytes);
  }

  private static int stages(ForestLimits limits, long regionBytes) {
    int stages = 0;
    double bytes = 0;
    for (double stage = limits.flushBytes(); bytes < regionBytes; stage *= limits.fanout()) {
      bytes += stage;
      stages++;
    }
    return stages;
  }

  /**
   * Returns what is wrong if HBase holds flushes back below {@link #leastBlockingFiles}.
   *
   * @param regionBytes size at which a region splits
   * @param blockingFiles depth above which HBase holds flushes back
   */
  public static Optional<String> depthProblem(
      ForestLimits limits, long regionBytes, int blockingFiles) {
    int stages = stages(limits, regionBytes);
    int depth = leastBlockingFiles(limits, regionBytes);
    return blockingFiles >= depth
        ? Optional.empty()
        : Optional.of(
            "hbase.hstore.blockingStoreFiles = '%d': expected %d or more (2 x %s = %d x %d stages), or flushes wait"
                .formatted(
                    blockingFiles,
                    depth,
                    LighterOption.FOREST_FANOUT.key(),
                    limits.fanout(),
                    stages));
  }

  private static DropDeletes dropDeletes(String tag) {
    return Arrays.stream(DropDeletes.values())
        .filter(value -> value.tag().equals(tag))
        .findFirst()
        .orElseThrow();
  }
}
