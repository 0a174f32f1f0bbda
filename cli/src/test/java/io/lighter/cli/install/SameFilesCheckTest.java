// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameFilesCheckTest {
  @TempDir private Path folder;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void siteOfHBase() throws IOException {
    Files.writeString(folder.resolve("hbase-site.xml"), "<configuration/>");
  }

  @Test
  void defaultsAreTheSameWhetherOneSideWritesThemOrNot() throws IOException {
    conf.setInt("dfs.replication", 3);
    conf.set("dfs.blocksize", "128m");

    assertThat(lines(property("fs.permissions.umask-mode", "u=rwx,g=rx,o=rx")))
        .singleElement()
        .asString()
        .startsWith("ok HDFS settings: replication=3 blocksize=134217728 umask=022");
  }

  @Test
  void hostWithOtherReplicationIsAWarningWithBothValues() throws IOException {
    conf.setInt("dfs.replication", 3);

    assertThat(lines(property("dfs.replication", "1")))
        .singleElement()
        .asString()
        .startsWith("warning HDFS settings: replication=3 ")
        .contains(", but replication=1 ");
  }

  private List<String> lines(String property) throws IOException {
    Files.writeString(
        folder.resolve("hdfs-site.xml"), "<configuration>" + property + "</configuration>");
    return Lines.of(new SameFilesCheck(conf, folder));
  }

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }
}
