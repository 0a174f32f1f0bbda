// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.admin.ObserverProbe.Finding;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ObserverProbeTest {
  private static final TableName PROBE = TableName.valueOf("probe");
  private static final ServerName A = ServerName.valueOf("a", 1, 1);
  private static final ServerName B = ServerName.valueOf("b", 1, 1);
  private static final ServerName C = ServerName.valueOf("c", 1, 1);

  @Test
  void reportTellsWhetherTheObserverIsMissing() {
    assertThat(finding(PROBE, "IndexObserver")).isEqualTo(Finding.LOADED);
    assertThat(finding(TableName.valueOf("other"), "IndexObserver")).isEqualTo(Finding.LOADED);
    assertThat(finding(PROBE, "AccessController")).isEqualTo(Finding.MISSING);
    assertThat(finding(TableName.valueOf("other"), "AccessController")).isEqualTo(Finding.UNTRIED);
  }

  private static Finding finding(TableName table, String coprocessor) {
    ServerMetrics metrics =
        ServerMetricsBuilder.newBuilder(A)
            .setCoprocessorNames(List.of(coprocessor))
            .setRegionMetrics(
                List.of(
                    RegionMetricsBuilder.newBuilder(
                            RegionInfoBuilder.newBuilder(table).build().getRegionName())
                        .build()))
            .build();
    return ObserverProbe.finding(metrics, PROBE);
  }

  @Test
  void spareRegionsGoToServersWithoutOne() {
    Map<ServerName, Finding> findings =
        new TreeMap<>(Map.of(A, Finding.UNTRIED, B, Finding.LOADED, C, Finding.UNTRIED));
    RegionInfo first = region(1);
    RegionInfo second = region(2);

    assertThat(ObserverProbe.moves(findings, Map.of(A, List.of(first, second))))
        .containsExactlyEntriesOf(Map.of(second, C));
    assertThat(ObserverProbe.moves(findings, Map.of(A, List.of(first), B, List.of(second))))
        .containsExactlyEntriesOf(Map.of(second, C));
    assertThat(ObserverProbe.moves(findings, Map.of(A, List.of(first), C, List.of(second))))
        .isEmpty();
  }

  @Test
  void serversWithoutTheObserverAreNamed() {
    assertThat(
            ObserverProbe.sentences(
                new TreeMap<>(Map.of(A, Finding.LOADED, B, Finding.MISSING, C, Finding.UNTRIED))))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("b,1,1 cannot load the observer of indexes"),
            second -> assertThat(second).startsWith("c,1,1 took no region of the probe"));
  }

  private static RegionInfo region(int start) {
    return RegionInfoBuilder.newBuilder(PROBE).setStartKey(Bytes.toBytes(start)).build();
  }
}
