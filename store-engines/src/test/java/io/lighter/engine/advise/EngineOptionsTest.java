// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.ConfigurationException;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestLimits.DropDeletes;
import io.lighter.engine.policy.Geometric;
import io.lighter.engine.policy.SteppedMerge;
import io.lighter.engine.range.RangeLimits;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class EngineOptionsTest {
  private static final long MB = 1 << 20;
  private static final long FLUSH = 128 * MB;

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void defaultsAreThoseOfTheEngines() throws ConfigurationException {
    assertThat(options())
        .isEqualTo(
            new EngineOptions(
                3,
                10,
                1.2,
                FLUSH,
                16,
                604_800_000,
                new EngineOptions.Stripes(4, 10, 4096 * MB),
                new EngineOptions.Tiers(6, 21_600_000, 4),
                new RangeLimits(256 * MB, 0.1, FLUSH, 4, 4, 2),
                new ForestLimits(4, 128 * MB, 8 * MB, 10, DropDeletes.NO_OLDER, FLUSH),
                new SteppedMerge(4, FLUSH),
                new Geometric(2, 0, FLUSH)));
    assertThat(problems).isEmpty();
  }

  @Test
  void valuesAreRead() throws ConfigurationException {
    conf.set("hbase.hstore.compaction.min", "5");
    conf.set("hbase.hstore.compaction.max", "4");
    conf.set("hbase.hstore.compaction.ratio", "1.5");
    conf.set("hbase.hstore.compaction.min.size", "7");
    conf.set("hbase.hstore.blockingStoreFiles", "100");
    conf.set("hbase.hregion.majorcompaction", "0");
    conf.set("hbase.store.stripe.sizeToSplit", "9");
    conf.set("lighter.range.size", "16MB");
    conf.set("lighter.forest.sst.bytes", "64MB");

    EngineOptions options = options();

    assertThat(options.minFiles()).isEqualTo(5);
    assertThat(options.maxFiles()).isEqualTo(5);
    assertThat(options.majorMillis()).isZero();
    assertThat(options.stripes()).isEqualTo(new EngineOptions.Stripes(5, 5, 9));
    assertThat(options.exploring()).isEqualTo(new Exploring(5, 5, 1.5, 7, 100));
    assertThat(options.range().rangeBytes()).isEqualTo(16 * MB);
    assertThat(options.forest().sstBytes()).isEqualTo(64 * MB);
  }

  @Test
  void oldKeyOfTheFewestFilesIsRead() throws ConfigurationException {
    conf.set("hbase.hstore.compactionThreshold", "6");
    assertThat(options().minFiles()).isEqualTo(6);
    conf.set("hbase.hstore.compaction.min", "");
    assertThat(options().minFiles()).isEqualTo(6);
  }

  @Test
  void badValuesOfHBaseAreNamedTogether() {
    conf.set("hbase.hstore.compaction.max", "many");
    conf.set("hbase.hstore.compaction.ratio", "-1");
    conf.set("hbase.hstore.blockingStoreFiles", "99999999999");

    assertThatThrownBy(this::options)
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.problems())
                    .containsExactlyInAnyOrder(
                        "hbase.hstore.compaction.max = 'many': expected a whole number from 2",
                        "hbase.hstore.compaction.ratio = '-1': expected a number above 0",
                        "hbase.hstore.blockingStoreFiles = '99999999999': expected a whole number"
                            + " from 1"));
  }

  /** As in a store: a typing error must not change its files. */
  @Test
  void badValueOfLighterHasItsDefaultAndIsNamed() throws ConfigurationException {
    conf.set("lighter.range.size", "1KB");

    assertThat(options().range().rangeBytes()).isEqualTo(256 * MB);
    assertThat(problems).singleElement().asString().startsWith("lighter.range.size = '1KB'");
  }

  private EngineOptions options() throws ConfigurationException {
    return EngineOptions.of(conf, FLUSH, 10_240 * MB, problems::add);
  }
}
