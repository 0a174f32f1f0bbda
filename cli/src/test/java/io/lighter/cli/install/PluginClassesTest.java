// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PluginClassesTest {
  private static final String OBSERVER = "io.lighter.index.region.IndexObserver";
  private static final String ENDPOINT = "io.lighter.regionserver.commit.RegionTransactionEndpoint";

  @Test
  void enginesAndCoprocessorsOfThePluginAreFound() {
    assertThat(
            PluginClasses.named(
                Map.of(
                    "hbase.hstore.engine.class", " " + Installation.ENGINE_CLASS,
                    "coprocessor$1", "|" + OBSERVER + "|1073741823|",
                    "coprocessor$2", "hdfs:///x.jar|" + ENDPOINT + "||a=b",
                    "coprocessor$3", "|org.apache.hadoop.hbase.coprocessor.Export|1|",
                    "lighter.index.city", "value f:city string cleanup=eager")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "hbase.hstore.engine.class", Installation.ENGINE_CLASS,
                "coprocessor$1", OBSERVER,
                "coprocessor$2", ENDPOINT));
  }
}
