// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the Java of this command and that of {@code hbase-env.sh}: 17 or newer, and older than the
 * versions in which Hadoop's {@code Subject.getSubject} throws.
 */
final class JavaCheck implements Check {
  private static final int NEEDED = 17;
  private static final int TOO_NEW = 24;
  private static final String ENV = "hbase-env.sh";
  private static final Pattern JAVA_HOME =
      Pattern.compile("^\\s*(?:export\\s+)?JAVA_HOME=[\"']?([^\"'#\\s]*)");
  private static final Pattern MAJOR = Pattern.compile("(?:1\\.)?(\\d+).*");

  private final Installation installation;
  private final Runtime.Version running;

  JavaCheck(Installation installation, Runtime.Version running) {
    this.installation = installation;
    this.running = running;
  }

  @Override
  public String name() {
    return "java";
  }

  @Override
  public void run(Findings findings) throws IOException {
    compare(findings, "of this command", running.toString());
    Optional<Path> env = envFile();
    if (env.isEmpty()) {
      return;
    }
    Optional<String> home = javaHome(env.get());
    if (home.isEmpty()) {
      findings.ok(env.get().toString(), "names no JAVA_HOME: HBase takes that of its environment");
    } else {
      ofHBase(findings, env.get() + ": JAVA_HOME=" + home.get(), home.get());
    }
  }

  private static void ofHBase(Findings findings, String subject, String home) throws IOException {
    Path release = Path.of(home, "release");
    if (home.contains("$") || !Files.isReadable(release)) {
      findings.warning(
          subject,
          "its version cannot be told from here",
          "see that HBase runs on Java %d to %d".formatted(NEEDED, TOO_NEW - 1));
      return;
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(release)) {
      properties.load(in);
    }
    compare(findings, subject, properties.getProperty("JAVA_VERSION", "").replace("\"", ""));
  }

  private static void compare(Findings findings, String subject, String version) {
    Matcher major = MAJOR.matcher(version);
    int number = major.matches() ? Integer.parseInt(major.group(1)) : 0;
    if (number >= TOO_NEW) {
      findings.problem(
          subject,
          "Java " + version,
          "take Java %d; Hadoop 3.4 does not run on %d or newer".formatted(NEEDED, TOO_NEW));
    } else if (number >= NEEDED) {
      findings.ok(subject, "Java " + version);
    } else {
      findings.problem(
          subject,
          "Java " + (version.isEmpty() ? "of an unknown version" : version),
          "Lighter's classes need Java %d or newer".formatted(NEEDED));
    }
  }

  private Optional<Path> envFile() {
    List<Path> folders = new ArrayList<>(installation.confFolders());
    installation.hbaseHome().ifPresent(home -> folders.add(home.resolve("conf")));
    return folders.stream()
        .map(folder -> folder.resolve(ENV))
        .filter(Files::isReadable)
        .findFirst();
  }

  /** The last JAVA_HOME that is not commented out. */
  private static Optional<String> javaHome(Path env) throws IOException {
    Optional<String> home = Optional.empty();
    for (String line : Files.readAllLines(env)) {
      Matcher matcher = JAVA_HOME.matcher(line);
      if (matcher.find()) {
        home = Optional.of(matcher.group(1));
      }
    }
    return home;
  }
}
