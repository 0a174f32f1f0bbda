// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** Runs YCSB's client in a JVM of its own, with a user's command line. */
final class YcsbProcess {
  private static final Path WORKLOADS = Path.of(System.getProperty("lighter.workloads.dir"));
  private static final long TIMEOUT_SECONDS = 300;

  private final Path folder;

  /**
   * Creates a client.
   *
   * @param folder for the site's configuration and the output
   */
  YcsbProcess(Path folder, Configuration conf) throws IOException {
    this.folder = folder;
    Configuration site = new Configuration(false);
    for (String key : List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort")) {
      site.set(key, conf.get(key));
    }
    site.setInt("hbase.client.retries.number", 3);
    try (OutputStream out = Files.newOutputStream(folder.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
  }

  /**
   * Runs the client until it exits, which must be with code 0.
   *
   * @param phase {@code -load} or {@code -t}
   * @param properties {@code name=value}
   */
  Report run(String phase, String workload, String... properties)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", folder + ":" + System.getProperty("java.class.path")));
    command.addAll(List.of("site.ycsb.Client", phase, "-db", HBaseDatabase.class.getName()));
    command.addAll(List.of("-P", WORKLOADS.resolve(workload).toString()));
    for (String property : properties) {
      command.addAll(List.of("-p", property));
    }
    Path out = Files.createTempFile(folder, workload, ".out");
    Path err = Files.createTempFile(folder, workload, ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return Report.of(Files.readString(out), Files.readString(err));
  }

  /**
   * The output of YCSB.
   *
   * @param counts counters such as {@code "[READ], Operations"}, {@code "[READ], Return=OK"}
   */
  record Report(Map<String, Long> counts, String out, String err) {
    private static final Pattern COUNT =
        Pattern.compile("^(\\[[^]]+], (?:Operations|Return=\\w+)), (\\d+)$", Pattern.MULTILINE);

    static Report of(String out, String err) {
      Map<String, Long> counts = new HashMap<>();
      Matcher matcher = COUNT.matcher(out);
      while (matcher.find()) {
        counts.put(matcher.group(1), Long.parseLong(matcher.group(2)));
      }
      return new Report(counts, out, err);
    }

    long operations(String name) {
      return counts.getOrDefault("[" + name + "], Operations", 0L);
    }

    long returned(String name, String status) {
      return counts.getOrDefault("[" + name + "], Return=" + status, 0L);
    }

    /** Counts of operations that neither succeeded nor were batched. */
    Map<String, Long> failures() {
      Map<String, Long> failures = new HashMap<>(counts);
      failures
          .keySet()
          .removeIf(
              name ->
                  name.contains("], Operations")
                      || name.endsWith("Return=OK")
                      || name.endsWith("Return=BATCHED_OK"));
      return failures;
    }
  }
}
