// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cp",
          "dirname",
          "find",
          "flock",
          "head",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sort",
          "touch");

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
    file("testing/fixtures/target/s3proxy/gone.jar", "");
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

  @Test
  void checkoutWithoutMavenIsBuiltByItsWrapper() throws Exception {
    Map<String, String> withoutMaven = Map.of("PATH", pathWithoutMaven().toString());

    Launched failed = lighter(withoutMaven);
    assertThat(failed.exitCode()).isEqualTo(2);
    assertThat(failed.text()).contains("neither mvn is on PATH nor mvnw in " + checkout);

    script(checkout.resolve("mvnw"), MVN);
    Launched built = lighter(withoutMaven);
    assertThat(built.text()).contains("lighter: building (mvnw package;", "lighter: built in");
    assertThat(built.exitCode()).isZero();
  }

  /** The JVM takes such a number for bytes, and does not start. */
  @Test
  void heapWithoutAUnitIsRefused() throws Exception {
    Launched refused = lighter(Map.of("LIGHTER_HEAPSIZE", "4096"));

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.text())
        .endsWith("lighter: LIGHTER_HEAPSIZE is 4096: expected a unit, such as 4g\n");
    assertThat(lighter(Map.of("LIGHTER_HEAPSIZE", "4g")).exitCode()).isZero();
  }

  /** A folder with what the launcher and its build call, except Maven. */
  private Path pathWithoutMaven() throws IOException {
    Path tools = Files.createDirectories(folder.resolve("other tools"));
    for (String name : TOOLS) {
      Optional<Path> tool =
          Arrays.stream(System.getenv("PATH").split(":", -1))
              .map(each -> Path.of(each, name))
              .filter(Files::isExecutable)
              .findFirst();
      if (tool.isPresent()) { // flock may be missing
        Files.createSymbolicLink(tools.resolve(name), tool.get().toAbsolutePath());
      }
    }
    return tools;
  }

  private Launched lighter() throws Exception {
    return lighter(Map.of());
  }

  /**
   * Runs a command, with output and errors together.
   *
   * @param environment variables that are added to, or replace, those of the test
   */
  private Launched lighter(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(checkout.resolve("bin/lighter").toString(), "status")
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("(LIGHTER|HBASE|HADOOP)_.*"));
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", folder.resolve("tools").toString(), (path, tools) -> tools + ":" + path);
    builder.environment().putAll(environment);
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
