// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.junit.jupiter.api.Test;

class RangeSettingsTest {
  private static final long MB = 1 << 20;
  private static final RangeLimits DEFAULTS = new RangeLimits(256 * MB, 0.1, 128 * MB, 4, 4, 2);

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void defaultsAreThoseOfTheDesign() {
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems).isEmpty();
  }

  @Test
  void valuesAreRead() {
    conf.set("lighter.range.size", "64MB");
    conf.set("lighter.range.unmerged.ratio", "0.25");
    conf.set("lighter.range.unmerged.min", "2MB");
    conf.set("lighter.range.max.files", "5");
    conf.set("lighter.range.max.wide", "1");
    conf.set("lighter.range.max.concurrent", "3");
    assertThat(limits()).isEqualTo(new RangeLimits(64 * MB, 0.25, 2 * MB, 5, 1, 3));
    assertThat(problems).isEmpty();
  }

  /** A flush that is larger than a range changes neither the layout nor the size of ranges. */
  @Test
  void sizeIsNotRaisedForLargeFlushes() {
    conf.set("lighter.range.size", "16MB");
    assertThat(limits().rangeBytes()).isEqualTo(16 * MB);
  }

  @Test
  void badValueIsNamedAndItsDefaultUsed() {
    conf.set("lighter.range.size", "1KB");
    conf.set("lighter.range.unmerged.ratio", "0");
    conf.set("lighter.range.unmerged.min", "many");
    conf.set("lighter.range.max.files", "1");
    conf.set("lighter.range.max.wide", "99");
    conf.set("lighter.range.max.concurrent", "");
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems)
        .hasSize(6)
        .contains(
            "lighter.range.size = '1KB': expected a number of bytes from 256KB to 4GB, such as"
                + " 256MB; the default is used",
            "lighter.range.max.wide = '99': expected a whole number from 1 to 16; the default is"
                + " used");
  }

  /** Hadoop throws for such a value, and a store that throws keeps its region from opening. */
  @Test
  void valueWithTooManyVariablesIsNamedAndItsDefaultUsed() {
    Configuration site = new Configuration(false);
    for (int i = 0; i < 30; i++) {
      site.set("v" + i, "${v%d}".formatted(i + 1));
    }
    site.set("lighter.range.size", "${v0}");
    RangeLimits limits =
        RangeSettings.limits(
            new CompoundConfiguration().add(site), 128 * MB, 10_240 * MB, problems::add);
    assertThat(limits).isEqualTo(DEFAULTS);
    assertThat(problems)
        .containsExactly(
            "lighter.range.size = '${v0}': expected at most 20 variables; the default is used");
  }

  @Test
  void rangeThatIsLargeForTheRegionIsReportedButUsed() {
    conf.set("lighter.range.size", "1GB");
    RangeLimits limits = RangeSettings.limits(conf, 128 * MB, 2048 * MB, problems::add);
    assertThat(limits.rangeBytes()).isEqualTo(1024 * MB);
    assertThat(problems)
        .containsExactly(
            "lighter.range.size = '1073741824': a region of 2147483648 bytes has fewer than 4"
                + " ranges");
    problems.clear();
    conf.set("lighter.range.size", "512MB");
    RangeSettings.limits(conf, 128 * MB, 2048 * MB, problems::add);
    assertThat(problems).isEmpty();
  }

  /** A unit that was forgotten or mistyped does not change a store's files. */
  @Test
  void rangeThatIsTooSmallForTheRegionHasTheDefault() {
    conf.set("lighter.range.size", "256KB");
    RangeLimits limits = RangeSettings.limits(conf, 128 * MB, 1025 * MB, problems::add);
    assertThat(limits.rangeBytes()).isEqualTo(256 * MB);
    assertThat(problems)
        .containsExactly(
            "lighter.range.size = '262144': a region of 1074790400 bytes has more than 4096"
                + " ranges; the default is used");
  }

  @Test
  void mostRangesThatARegionShouldHaveAreNoProblem() {
    conf.set("lighter.range.size", "256KB");
    RangeLimits limits = RangeSettings.limits(conf, 128 * MB, 1024 * MB, problems::add);
    assertThat(limits.rangeBytes()).isEqualTo(MB / 4);
    assertThat(problems).isEmpty();
  }

  /** Some sites keep regions from splitting by a size that none reaches. */
  @Test
  void regionsWithoutALimitAreNoProblem() {
    conf.set("lighter.range.size", "16MB");
    RangeLimits limits = RangeSettings.limits(conf, 128 * MB, Long.MAX_VALUE, problems::add);
    assertThat(limits.rangeBytes()).isEqualTo(16 * MB);
    assertThat(problems).isEmpty();
  }

  private RangeLimits limits() {
    return RangeSettings.limits(conf, 128 * MB, 10_240 * MB, problems::add);
  }
}
