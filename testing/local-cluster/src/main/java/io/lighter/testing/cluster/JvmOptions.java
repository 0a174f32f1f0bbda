// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Options of JVMs for HBase, HDFS and ZooKeeper. */
public final class JvmOptions {
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.ref",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/sun.nio.ch",
          "java.base/jdk.internal.ref");
  private static final List<String> EXPORTED =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.security.jgss/sun.security.krb5");

  /** System property of this JVM with options for the JVMs that it starts, separated by blanks. */
  private static final String MORE = "lighter.local.jvm.options";

  private JvmOptions() {}

  /**
   * HBase's options for JDK 17, IPv4 because all sockets are local, and the options of the system
   * property {@code lighter.local.jvm.options}.
   */
  public static List<String> common() {
    Stream<String> opened =
        OPENED.stream().flatMap(name -> Stream.of("--add-opens", name + "=ALL-UNNAMED"));
    Stream<String> exported =
        EXPORTED.stream().flatMap(name -> Stream.of("--add-exports", name + "=ALL-UNNAMED"));
    Stream<String> others =
        Stream.of(
            "--add-modules",
            "jdk.unsupported",
            "-Djava.net.preferIPv4Stack=true",
            "-XX:+ExitOnOutOfMemoryError");
    Stream<String> more =
        Stream.of(System.getProperty(MORE, "").split(" ")).filter(option -> !option.isEmpty());
    return Stream.of(others, opened, exported, more).flatMap(options -> options).toList();
  }

  /**
   * Options that log safepoints with times in UTC. A thread of the JVM's own writes the file, so
   * that no safepoint waits for a disk.
   *
   * @param file its name may contain {@code %p} for the process id
   */
  static List<String> safepointLog(Path file) {
    return List.of("-Xlog:async", "-Xlog:safepoint:file=" + file + ":utctime,tags:filecount=0");
  }
}
