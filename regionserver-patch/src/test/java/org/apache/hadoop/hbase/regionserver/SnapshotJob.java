// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableSnapshotScanner;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * A task of a job that reads snapshots ({@code TableSnapshotInputFormat}): a JVM with HBase's jars,
 * without Lighter's jars and the region servers' site.
 */
public final class SnapshotJob {
  private static final String ANSWER = "answer: ";
  private static final long MINUTES = 3;

  private SnapshotJob() {}

  /**
   * Reads snapshots in a new JVM.
   *
   * @param conf configuration of the cluster, of which the job gets the root folder only
   * @return for each snapshot {@code cells: <number>}, or the exception with its causes
   */
  static List<String> run(Configuration conf, List<String> snapshots) throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !isLighters(entry))
            .collect(Collectors.joining(File.pathSeparator));
    Path own =
        Path.of(SnapshotJob.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    // The folder with this class has test classes only; the engine is in another folder.
    command.addAll(List.of("-cp", own + File.pathSeparator + classPath));
    command.addAll(List.of(SnapshotJob.class.getName(), CommonFSUtils.getRootDir(conf).toString()));
    command.addAll(snapshots);
    Process job = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!job.waitFor(MINUTES, TimeUnit.MINUTES) || job.exitValue() != 0) {
        throw new IllegalStateException(said);
      }
      return said.lines()
          .filter(line -> line.startsWith(ANSWER))
          .map(line -> line.substring(ANSWER.length()))
          .toList();
    } finally {
      job.destroyForcibly();
    }
  }

  /** A jar or a folder of classes of this build. */
  private static boolean isLighters(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.startsWith("lighter-") || name.equals("classes") || name.equals("test-classes");
  }

  /** Reads snapshots; takes the root folder of HBase and the names of the snapshots. */
  public static void main(String[] args) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(args[0]);
    CommonFSUtils.setRootDir(conf, root);
    CommonFSUtils.setFsDefault(conf, root);
    for (String snapshot : List.of(args).subList(1, args.length)) {
      System.out.println(ANSWER + answer(conf, root, snapshot));
    }
  }

  private static String answer(Configuration conf, org.apache.hadoop.fs.Path root, String snapshot)
      throws Exception {
    org.apache.hadoop.fs.Path restored =
        new org.apache.hadoop.fs.Path(root.getParent(), "restored-" + UUID.randomUUID());
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf)) {
      try {
        return "cells: " + cells(conf, root, restored, snapshot);
      } catch (Exception e) { // the caller compares every exception
        StringBuilder causes = new StringBuilder();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
          causes.append(cause.toString().replace('\n', ' ')).append("; ");
        }
        return causes.toString();
      } finally {
        fs.delete(restored, true);
      }
    }
  }

  private static long cells(
      Configuration conf,
      org.apache.hadoop.fs.Path root,
      org.apache.hadoop.fs.Path restored,
      String snapshot)
      throws Exception {
    long cells = 0;
    Scan scan = new Scan().readAllVersions();
    try (TableSnapshotScanner scanner =
        new TableSnapshotScanner(conf, root, restored, snapshot, scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        cells += row.size();
      }
    }
    return cells;
  }
}
