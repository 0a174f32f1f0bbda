// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds a source checkout by {@code bin/lighter}, with scripts in place of Maven and Java. */
class SourceCheckoutTest {
  private static final Path LAUNCHER = Path.of("../bin/lighter");
  private static final String HOME = "assembly/target/lighter-1.0";

  /** Adds to what is there, as Maven does, and lists what it finds. */
  private static final String MVN =
      """
      #!/bin/sh
      find . -path '*/target/*' -type f | sort >found
      [ ! -e broken ] || exit 1
      mkdir -p %1$s/lib %1$s/bin
      touch %1$s/lib/jvm.args %1$s/lib/new.jar assembly/target/lighter-assembly-1.0.jar
      cp bin/lighter %1$s/bin/lighter
      """
          .formatted(HOME);

  private static final String JAVA =
      """
      #!/bin/sh
      echo 'openjdk version "17.0.1"' >&2
      """;

  /** Result of a run. */
  private record Launched(int exitCode, String text) {}

  @TempDir private Path folder;

  private Path checkout;

  @BeforeEach
  void createCheckout() throws IOException {
    checkout = folder.toRealPath().resolve("check out");
    script(checkout.resolve("bin/lighter"), Files.readString(LAUNCHER));
    script(folder.resolve("tools/mvn"), MVN);
    script(folder.resolve("jdk/bin/java"), JAVA);
    file("pom.xml", "<version>1.0</version>");
    for (String module : List.of("assembly", "cli", "testing/fixtures")) {
      file(module + "/pom.xml", "");
      file(module + "/src/main/A.java", "");
    }
  }

  @Test
  void buildStartsWithoutClassesAndJarsOfEarlierBuilds() throws Exception {
    file("cli/target/classes/Moved.class", "");
    file("testing/fixtures/target/classes/Moved.class", "");
    file(HOME + "/lib/gone.jar", "");
    file("cli/target/kept", "");
    file("notes/target/classes/kept", "");

    assertThat(lighter().exitCode()).isZero();

    assertThat(Files.readString(checkout.resolve("found")))
        .contains("cli/target/kept", "notes/target/classes/kept")
        .doesNotContain("Moved.class", "gone.jar");
    assertThat(checkout.resolve(HOME + "/lib")).isDirectoryNotContaining("glob:**gone.jar");
  }

  @Test
  void unchangedCheckoutKeepsItsFiles() throws Exception {
    assertThat(lighter().text()).contains("lighter: built in");
    file("cli/target/classes/A.class", "");

    Launched second = lighter();

    assertThat(second.exitCode()).isZero();
    assertThat(second.text()).doesNotContain("building");
    assertThat(checkout.resolve("cli/target/classes/A.class")).exists();
    assertThat(checkout.resolve(HOME + "/lib/new.jar")).exists();
  }

  @Test
  void foldersBehindLinksKeepTheirFiles() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    Files.createDirectories(elsewhere.resolve("target/classes"));
    Files.writeString(elsewhere.resolve("pom.xml"), "");
    Files.createFile(elsewhere.resolve("target/classes/Kept.class"));
    Files.createSymbolicLink(checkout.resolve("linked"), elsewhere);
    Files.createSymbolicLink(checkout.resolve("cli/target"), elsewhere.resolve("target"));

    assertThat(lighter().exitCode()).isZero();

    assertThat(elsewhere.resolve("target/classes/Kept.class")).exists();
  }

  @Test
  void failedBuildIsRepeated() throws Exception {
    file("broken", "");
    assertThat(lighter().exitCode()).isEqualTo(1);
    Files.delete(checkout.resolve("broken"));

    assertThat(lighter().text()).contains("lighter: built in");
  }

  /** Runs a command, with output and errors together. */
  private Launched lighter() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(checkout.resolve("bin/lighter").toString(), "status")
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("(LIGHTER|HBASE|HADOOP)_.*"));
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", folder.resolve("tools").toString(), (path, tools) -> tools + ":" + path);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Launched(process.waitFor(), text);
  }

  private void file(String name, String text) throws IOException {
    Path file = checkout.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
