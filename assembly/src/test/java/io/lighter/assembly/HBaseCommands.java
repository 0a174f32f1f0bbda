// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the scripts {@code hbase} and {@code graceful_stop.sh} in an {@code HBASE_HOME} for a
 * local cluster. HBase's own scripts need its tarball and JRuby. The replacements pass supported
 * commands to this JVM, which makes the same client calls, and refuse others.
 */
final class HBaseCommands implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseCommands.class);
  private static final long POLL_MS = 100;

  /** Placeholders: the folder for requests and answers, and that of HBase's jars. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      if [ "$*" = "--internal-classpath classpath" ]; then
        [ -n "$JAVA_HOME" ] || exit 1
        echo "$HBASE_CONF_DIR:%2$s/*"
        exit
      fi
      mail=$(mktemp "%1$s/XXXXXX")
      { echo "${0##*/} $*"; if [ "$1" = shell ]; then cat; fi; } >"$mail"
      mv "$mail" "$mail.asked"
      until [ -f "$mail.code" ]; do sleep 0.2; done
      cat "$mail.answer"
      exit "$(cat "$mail.code")"
      """;

  private static final Pattern RESTART =
      Pattern.compile("graceful_stop\\.sh --restart --reload \\S+");
  private static final Pattern SHELL = Pattern.compile("hbase shell -n");
  private static final Pattern ALTER =
      Pattern.compile("alter '([^']+)', CONFIGURATION => \\{((?:'[^']+' => '[^']*'(?:, )?)+)}");
  private static final Pattern PAIR = Pattern.compile("'([^']+)' => '([^']*)'");
  private static final Pattern FLUSH = Pattern.compile("flush '([^']+)'");
  private static final Pattern MAJOR_COMPACT = Pattern.compile("major_compact '([^']+)'");

  private final LocalCluster cluster;
  private final Path mail;
  private final ScheduledExecutorService reader = new ScheduledThreadPoolExecutor(1);

  private HBaseCommands(LocalCluster cluster, Path mail) {
    this.cluster = cluster;
    this.mail = mail;
  }

  /**
   * Writes the scripts, and runs their commands until {@link #close}.
   *
   * @param hbase {@code HBASE_HOME}, which has {@code lib}
   * @param mail folder, which is created
   */
  static HBaseCommands in(Path hbase, LocalCluster cluster, Path mail) throws IOException {
    Files.createDirectory(mail);
    Path bin = Files.createDirectory(hbase.resolve("bin"));
    for (String name : List.of("hbase", "graceful_stop.sh")) {
      Path script = bin.resolve(name);
      Files.writeString(script, SCRIPT.formatted(mail, hbase.resolve("lib")));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    HBaseCommands commands = new HBaseCommands(cluster, mail);
    commands.start();
    return commands;
  }

  private void start() {
    // Ends with close(); answerAll() throws no exception.
    var unused = reader.scheduleWithFixedDelay(this::answerAll, 0, POLL_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }

  private void answerAll() {
    try (Stream<Path> files = Files.list(mail)) {
      for (Path asked : files.filter(file -> file.toString().endsWith(".asked")).toList()) {
        answer(asked);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Cannot read or answer what was asked for in {}", mail, e);
    }
  }

  private void answer(Path asked) throws IOException {
    String name = asked.toString().replaceFirst("\\.asked$", "");
    List<String> lines = Files.readAllLines(asked);
    LOG.info("Asked for {}", lines);
    int code = 0;
    String answer = "";
    try {
      run(lines);
    } catch (Exception e) { // the script reports any failure
      LOG.warn("{} failed", lines, e);
      answer = Throwables.getStackTraceAsString(e);
      code = 1;
    }
    Files.delete(asked);
    Files.writeString(Path.of(name + ".answer"), answer);
    Path draft = Files.writeString(Path.of(name + ".draft"), Integer.toString(code));
    Files.move(draft, Path.of(name + ".code"), StandardCopyOption.ATOMIC_MOVE);
  }

  private void run(List<String> lines) throws Exception {
    String command = lines.get(0);
    if (RESTART.matcher(command).matches()) {
      new RollingRestart(cluster, Callable::call, mail).run();
    } else if (SHELL.matcher(command).matches()) {
      try (Admin admin = cluster.connection().getAdmin()) {
        for (String statement : lines.subList(1, lines.size())) {
          run(admin, statement);
        }
      }
    } else {
      throw new IllegalArgumentException("no such command here: " + command);
    }
  }

  private static void run(Admin admin, String statement) throws IOException {
    Matcher alter = ALTER.matcher(statement);
    Matcher flush = FLUSH.matcher(statement);
    Matcher majorCompact = MAJOR_COMPACT.matcher(statement);
    if (alter.matches()) {
      TableName table = TableName.valueOf(alter.group(1));
      TableDescriptorBuilder changed =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table));
      for (MatchResult pair : PAIR.matcher(alter.group(2)).results().toList()) {
        changed.setValue(pair.group(1), pair.group(2));
      }
      admin.modifyTable(changed.build());
    } else if (flush.matches()) {
      admin.flush(TableName.valueOf(flush.group(1)));
    } else if (majorCompact.matches()) {
      admin.majorCompact(TableName.valueOf(majorCompact.group(1)));
    } else {
      throw new IllegalArgumentException("no such statement here: " + statement);
    }
  }
}
