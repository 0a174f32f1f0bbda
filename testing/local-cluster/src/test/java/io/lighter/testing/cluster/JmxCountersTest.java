// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.Interns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JmxCountersTest {
  private static final String BEAN = "Hadoop:service=JmxCountersTest,name=RegionServer";
  private static final MetricsSystemImpl METRICS = new MetricsSystemImpl("JmxCountersTest");

  @BeforeAll
  static void register() {
    METRICS.init("JmxCountersTest");
    MetricsSource source =
        (collector, all) ->
            collector
                .addRecord("RegionServer")
                .addCounter(Interns.info("hits", "blocks found"), 3L)
                .addCounter(Interns.info("misses", "blocks not found"), 2);
    METRICS.register("RegionServer", "counters", source);
  }

  @AfterAll
  static void stop() {
    METRICS.shutdown();
  }

  @Test
  void valuesAreInTheOrderOfTheirNames() throws IOException {
    assertThat(read(BEAN, "misses", "hits")).contains(List.of(2L, 3L));
  }

  @Test
  void nothingIsReadIfAnAttributeIsMissing() throws IOException {
    assertThat(read(BEAN, "WarmupBlocksRemote")).isEmpty();
    assertThat(read(BEAN, "hits", "WarmupBlocksRemote")).isEmpty();
  }

  @Test
  void nothingIsReadWithoutTheBean() throws IOException {
    assertThat(read("Hadoop:service=JmxCountersTest,name=Other", "hits")).isEmpty();
  }

  @Test
  void nameThatIsNoBeansIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> read("RegionServer", "hits"));
  }

  private static Optional<List<Long>> read(String bean, String... attributes) throws IOException {
    return JmxCounters.read(ManagementFactory.getPlatformMBeanServer(), bean, attributes);
  }
}
