// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SameSettingsCheckTest {
  @TempDir Path folder;
  private final Configuration conf = HBaseConfiguration.create();

  @Test
  void defaultsAndOneSidedSettingsDoNotDiffer() throws IOException {
    conf.set("hbase.rootdir", "hdfs://n/hbase");
    conf.set("lighter.server.cache.size", "4GB");

    assertThat(lines(property("hbase.rootdir", "hdfs://n/hbase")))
        .singleElement()
        .asString()
        .startsWith("ok " + folder);
  }

  @Test
  void differentSettingIsAProblemWithBothValues() throws IOException {
    conf.set("hbase.rootdir", "hdfs://n/hbase");
    conf.set("hbase.client.netty.tls.enabled", "true");

    assertThat(lines(property("hbase.rootdir", "hdfs://other/hbase")))
        .hasSize(2)
        .allMatch(line -> line.startsWith("problem "))
        .anyMatch(line -> line.contains("'hdfs://n/hbase', but 'hdfs://other/hbase'"))
        .anyMatch(line -> line.contains("hbase.client.netty.tls.enabled: 'true'"));
  }

  @Test
  void defaultOfLighterIsTheSameWhetherOrNotItIsSet() throws IOException {
    conf.set("lighter.group", "default");

    assertThat(lines(property("lighter.warmup.chunk.size", "256KB")))
        .singleElement()
        .asString()
        .startsWith("ok ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lighter.group",
        "lighter.warmup.chunk.size",
        "hbase.io.compress.lzo.codec",
        "hbase.io.compress.zstd.codec"
      })
  void valueOnOneSideIsAProblem(String key) throws IOException {
    assertThat(lines(property(key, "other")))
        .singleElement()
        .asString()
        .startsWith("problem ")
        .contains(key + ": ", "but 'other'");
  }

  @Test
  void aSiteThatCannotBeReadIsAProblem() throws IOException {
    assertThat(lines("<property>")).singleElement().asString().contains("hbase-site.xml, line 1");
  }

  private List<String> lines(String properties) throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"), "<configuration>" + properties + "</configuration>");
    return Lines.of(new SameSettingsCheck(conf, folder));
  }

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }
}
