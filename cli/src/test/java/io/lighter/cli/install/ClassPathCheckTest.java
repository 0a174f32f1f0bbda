// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static io.lighter.cli.install.FakeHome.ENGINE_ENTRY;
import static io.lighter.cli.install.FakeHome.VERSION;
import static io.lighter.cli.install.FakeHome.jar;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {
  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void makeHome() throws IOException {
    home = new FakeHome(folder);
    jar(
        home.pluginFolder().resolve("plugin.jar"),
        VERSION,
        ENGINE_ENTRY,
        "org/apache/hadoop/hbase/regionserver/Ours.class");
    home.onClassPath(jar(folder.resolve("hbase-server-2.6.4-hadoop3.jar"), null, "a/B.class"));
    home.onClassPath(
        jar(folder.resolve("hbase-server-2.6.4-hadoop3-tests.jar"), null, "a/T.class"));
    home.onClassPath(jar(folder.resolve("hbase-shaded-netty-4.1.12.jar"), null, "n/N.class"));
  }

  @Test
  void oneVersionOfEachPartIsFine() {
    assertThat(Lines.of(new ClassPathCheck(home.installation())))
        .singleElement()
        .asString()
        .startsWith("ok ")
        .contains("3 jars");
  }

  @Test
  void pluginIsNotReportedAsACopy() throws IOException {
    home.onClassPath(jar(folder.resolve("p.jar"), VERSION, ENGINE_ENTRY, "io/lighter/A.class"));

    assertThat(Lines.of(new ClassPathCheck(home.installation())))
        .singleElement()
        .asString()
        .startsWith("ok ");
  }

  @Test
  void twoVersionsOfAPartAreAProblemThatNamesThem() throws IOException {
    home.onClassPath(jar(folder.resolve("hbase-server-2.5.1.jar"), null, "a/B.class"));

    assertThat(Lines.of(new ClassPathCheck(home.installation())))
        .singleElement()
        .asString()
        .startsWith("problem hbase-server: several versions: 2.5.1, 2.6.4-hadoop3");
  }

  @Test
  void aSecondHadoopIsAWarning() throws IOException {
    home.onClassPath(jar(folder.resolve("hadoop-common-3.3.6.jar"), null, "h/H.class"));
    home.onClassPath(jar(folder.resolve("hadoop-common-3.4.2.jar"), null, "h/H.class"));

    assertThat(Lines.of(new ClassPathCheck(home.installation())))
        .singleElement()
        .asString()
        .startsWith("warning hadoop-common: several versions: 3.3.6, 3.4.2");
  }

  @Test
  void copiesOfOurClassesAreProblems() throws IOException {
    home.onClassPath(jar(folder.resolve("all-in-one.jar"), null, "io/lighter/common/A.class"));
    home.onClassPath(
        jar(folder.resolve("fork.jar"), null, "org/apache/hadoop/hbase/regionserver/Ours.class"));

    assertThat(Lines.of(new ClassPathCheck(home.installation())))
        .hasSize(2)
        .allMatch(line -> line.startsWith("problem "))
        .anyMatch(line -> line.contains("all-in-one.jar"))
        .anyMatch(line -> line.contains("fork.jar"));
  }
}
