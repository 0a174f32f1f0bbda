// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds as text, and the files that a held table takes. */
class IndexHoldTest {
  private static final IndexHold LOAD =
      new IndexHold(
          "ib-0123456789abcdef", new TreeSet<>(List.of("tag", "city")), "hdfs://nn:8020/my dir/x");

  @Test
  void holdIsReadAsItWasWritten() {
    assertThat(LOAD.text())
        .isEqualTo("bulkload ib-0123456789abcdef city,tag hdfs://nn:8020/my dir/x");
    assertThat(IndexHold.of(table(LOAD.text()))).contains(LOAD);
    assertThat(IndexHold.isHeld(table(LOAD.text()))).isTrue();
    assertThat(LighterConfiguration.problems(Map.of(IndexNames.HOLD, LOAD.text()))).isEmpty();
    assertThat(IndexNames.nameProblem("hold")).contains("taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "bulkload", "dance ib-1 city /x", "bulkload ib-1  /x"})
  void holdThatCannotBeReadIsOne(String text) {
    assertThat(IndexHold.of(table(text))).isEmpty();
    assertThat(IndexHold.isHeld(table(text))).isTrue();
    assertThat(IndexHold.isHeld(TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).build()))
        .isFalse();
  }

  private static TableDescriptor table(String hold) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setValue(IndexNames.HOLD, hold)
        .build();
  }

  /** Only files whose entries are there: those of the load's own folder, for the same indexes. */
  @Test
  void onlyFilesOfTheLoadAreTaken() {
    String own = "hdfs://nn:8020/my dir/x/.lighter-ib-0123456789abcdef/f/";
    assertThat(LOAD.allows(List.of("city", "tag"), own + "file")).isTrue();
    assertThat(LOAD.allows(List.of("city"), own + ".tmp/half.top")).isTrue();
    assertThat(LOAD.allows(List.of("city", "new"), own + "file")).isFalse();
    assertThat(LOAD.allows(List.of("city"), "hdfs://nn:8020/my dir/x/f/file")).isFalse();
    assertThat(LOAD.allows(List.of("city"), "/my dir/x/.lighter-ib-0000000000000000/f/file"))
        .isFalse();
  }

  @Test
  void descriptionSaysHowToGoOn() {
    assertThat(LOAD.describe("ns:t"))
        .contains("repeat 'lighter index bulkload ns:t hdfs://nn:8020/my dir/x'")
        .contains("'lighter index bulkload ns:t --cancel'");
  }
}
