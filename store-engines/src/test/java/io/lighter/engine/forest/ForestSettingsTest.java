// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestLimits.DropDeletes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ForestSettingsTest {
  private static final long MB = 1 << 20;
  private static final ForestLimits DEFAULTS =
      new ForestLimits(4, 128 * MB, 8 * MB, 10, DropDeletes.NO_OLDER, 128 * MB);

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  private ForestLimits limits() {
    return ForestSettings.limits(conf, 128 * MB, problems::add);
  }

  @Test
  void defaultsAreThoseOfTheDesign() {
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems).isEmpty();
  }

  @Test
  void valuesAreRead() {
    conf.set("lighter.forest.fanout", "5");
    conf.set("lighter.forest.sst.bytes", "64MB");
    conf.set("lighter.forest.sst.min.bytes", "0");
    conf.set("lighter.forest.clean.ssts", "20");
    conf.set("lighter.forest.drop.deletes", "all-files");
    assertThat(limits())
        .isEqualTo(new ForestLimits(5, 64 * MB, 0, 20, DropDeletes.ALL_FILES, 128 * MB));
    assertThat(problems).isEmpty();
  }

  @Test
  void badValueIsNamedAndItsDefaultUsed() {
    conf.set("lighter.forest.fanout", "1");
    conf.set("lighter.forest.sst.bytes", "1KB");
    conf.set("lighter.forest.sst.min.bytes", "-1");
    conf.set("lighter.forest.clean.ssts", "many");
    conf.set("lighter.forest.drop.deletes", "never");
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems)
        .hasSize(5)
        .contains(
            "lighter.forest.fanout = '1': expected a whole number from 2 to 16; the default is"
                + " used",
            "lighter.forest.drop.deletes = 'never': expected no-older or all-files; the default is"
                + " used");
  }

  @Test
  void valuesThatDoNotFitEachOtherAreNamed() {
    conf.set("lighter.forest.fanout", "12");
    conf.set("lighter.forest.clean.ssts", "11");
    conf.set("lighter.forest.sst.min.bytes", "64MB");
    assertThat(limits().cleanSsts()).isEqualTo(12);
    assertThat(limits().sstMinBytes()).isEqualTo(8 * MB);
    assertThat(problems)
        .contains(
            "lighter.forest.clean.ssts = '11': expected lighter.forest.fanout = 12 or more; 12 is"
                + " used",
            "lighter.forest.sst.min.bytes = '67108864': expected at most a quarter of"
                + " lighter.forest.sst.bytes = 134217728; 8388608 is used");
  }

  /** A region of 10 GB has 4 stages: 1 + 4 + 16 + 64 flushes of 128 MB. */
  @Test
  void depthOfFullStagesHasToBeBelowThatOfBlockedFlushes() {
    assertThat(ForestSettings.depthProblem(limits(), 10_240 * MB, 32)).isEmpty();
    assertThat(ForestSettings.depthProblem(limits(), 10_240 * MB, 16))
        .hasValue(
            "hbase.hstore.blockingStoreFiles = '16': expected 32 or more"
                + " (2 x lighter.forest.fanout = 4 x 4 stages), or flushes wait");
    assertThat(ForestSettings.depthProblem(limits(), Long.MAX_VALUE, 16)).isPresent();
  }

  @Test
  void defaultOfTheSmallestPieceFollowsSmallFiles() {
    conf.set("lighter.forest.sst.bytes", "4MB");
    assertThat(limits().sstMinBytes()).isEqualTo(MB);
    assertThat(problems).isEmpty();
  }
}
