// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCheckTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "17.0.9, ok",
    "21, ok",
    "23.0.2, ok",
    "24, problem",
    "25.0.1, problem",
    "11.0.2, problem",
    "1.8.0_392, problem",
    "'', problem"
  })
  void javaOfHBaseIsReadFromItsEnvironmentFile(String version, String severity) throws IOException {
    Path jdk = Files.createDirectories(folder.resolve("jdk"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");

    assertThat(lines("# export JAVA_HOME=/old\n export JAVA_HOME=\"" + jdk + "\"\n"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith(severity + " ")
        .contains("hbase-env.sh: JAVA_HOME=" + jdk);
  }

  @Test
  void unknownJavaVersionIsAWarning() throws IOException {
    assertThat(lines("export JAVA_HOME=$(dirname $X)\n"))
        .last()
        .asString()
        .startsWith("warning ")
        .contains("cannot be told");
  }

  @Test
  void missingJavaHomeIsReported() throws IOException {
    assertThat(lines("# export JAVA_HOME=/usr/java\n")).last().asString().startsWith("ok ");
  }

  private List<String> lines(String env) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(conf.resolve("hbase-env.sh"), env);
    return Lines.of(
        new JavaCheck(
            new FakeHome(folder).onClassPath(conf).installation(),
            Runtime.Version.parse("17.0.9")));
  }
}
