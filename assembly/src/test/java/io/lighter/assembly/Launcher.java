// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs {@code bin/lighter} of the exploded distribution that {@code mvn package} creates. */
final class Launcher {
  static final Path HOME = Path.of(System.getProperty("lighter.distribution.dir"));

  /** Timeout for the start of up to two JVMs on a busy machine. */
  private static final long SECONDS = 600;

  /** Options separated by blanks; see pom.xml. */
  private static final String JVM_OPTIONS = System.getProperty("lighter.local.jvm.options", "");

  /** Variables whose use the JVM reports on standard error. */
  private static final Set<String> JVM_VARIABLES =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private Launcher() {}

  /** Result of a run. */
  record Launched(int exitCode, String out, String err) {}

  /** A process with the site of {@code confDir} and without this process's environment. */
  static ProcessBuilder builder(Path confDir, String... args) {
    return builder(HOME, confDir, args);
  }

  /** As {@link #builder(Path, String...)}, for another distribution. */
  static ProcessBuilder builder(Path home, Path confDir, String... args) {
    List<String> command =
        Stream.concat(Stream.of(home.resolve("bin/lighter").toString()), Arrays.stream(args))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("LIGHTER_"));
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    builder.environment().remove("HBASE_HOME");
    builder.environment().remove("HADOOP_CONF_DIR");
    builder.environment().put("HBASE_CONF_DIR", confDir.toString());
    builder.environment().put("LIGHTER_OPTS", JVM_OPTIONS);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  /**
   * Runs a process to its end.
   *
   * @param folder folder for its output
   */
  static Launched run(ProcessBuilder builder, Path folder) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Launched(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
