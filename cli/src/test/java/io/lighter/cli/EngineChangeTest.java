// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.CliRun;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** What {@code lighter engine enable} and {@code disable} leave alone, on a fake cluster. */
class EngineChangeTest {
  private static final String DELEGATE = EngineSettings.DELEGATE;
  private static final String STRIPE = EngineName.STRIPE.className();

  private final Configuration site = CliRun.conf();

  @Test
  void familyThatIsAddedWhileTheTableIsObservedIsKept() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.alteredBySomebodyElse(true, EngineChangeTest::withFamily);

    assertThat(enable(cluster, "stripe").err()).isEmpty();

    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(STRIPE);

    cluster.alteredBySomebodyElse(
        true, table -> with(table, Map.of("lighter.offload.enabled", "true")));
    assertThat(disable(cluster).err()).isEmpty();
    assertThat(cluster.table().getValue("lighter.offload.enabled")).isEqualTo("true");
    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
    assertThat(cluster.table().getValue(DELEGATE)).isNull();
  }

  @Test
  void tableThatIsAlteredAfterTheChangeIsComputedIsLeftAlone() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.alteredBySomebodyElse(false, EngineChangeTest::withFamily);

    CliRun run = enable(cluster, "stripe");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("table ns:t has been altered", "nothing is changed", "run the command again");
    assertThat(cluster.modifications()).isZero();
    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
  }

  private CliRun enable(FakeEngineCluster cluster, String engine) {
    return run(cluster, "engine", "enable", "ns:t", "--engine", engine);
  }

  private CliRun disable(FakeEngineCluster cluster) {
    return run(cluster, "engine", "disable", "ns:t");
  }

  private CliRun run(FakeEngineCluster cluster, String... args) {
    return CliRun.of(Lighter.commandLine(() -> site, any -> cluster), args);
  }

  private static TableDescriptor withFamily(TableDescriptor table) {
    return table.hasColumnFamily(bytes("added"))
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("added"))
            .build();
  }

  private static TableDescriptor with(TableDescriptor table, Map<String, String> values) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    values.forEach(changed::setValue);
    return changed.build();
  }

  private static FakeEngineCluster cluster(Map<String, String> values) {
    return new FakeEngineCluster(
        with(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build(),
            values));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
