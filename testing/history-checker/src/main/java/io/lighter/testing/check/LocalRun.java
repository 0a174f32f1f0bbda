// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.testing.cluster.ClientLogging;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.UnownedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Common parts of commands that test their own local cluster: start, end and log files. The files
 * are kept if something was wrong. Confined to one thread.
 */
public final class LocalRun {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRun.class);
  private static final int MAX_MINUTES = 10_000;

  /** Key of the interval at which secondary replicas list files, see {@link FlushFloors#GRACE}. */
  public static final String REPLICA_REFRESH_KEY = "hbase.regionserver.storefile.refresh.period";

  /** The interval in milliseconds. */
  public static final String REPLICA_REFRESH_MS = "2000";

  private final CommandSpec spec;

  /** The work of a command on its cluster. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs the work.
     *
     * @return the problem; empty if there was none
     * @throws IOException if the work could not be completed
     */
    Optional<String> on(LocalCluster cluster) throws IOException, InterruptedException;
  }

  /** Creates a run of a command. */
  public LocalRun(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * The value of {@code --minutes}.
   *
   * @throws ParameterException if the value is out of range
   */
  public Duration duration(int minutes) {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ParameterException(
          spec.commandLine(), "--minutes %d: expected 1 to %d".formatted(minutes, MAX_MINUTES));
    }
    return Duration.ofMinutes(minutes);
  }

  /**
   * Checks the value of {@code --json}.
   *
   * @param json null if not given
   * @throws ParameterException if the file cannot be written
   */
  public void checkJson(Path json) {
    if (json != null && !Files.isWritable(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "--json %s: expected a file that can be written".formatted(json));
    }
  }

  /**
   * The value of {@code --seed}.
   *
   * @param given null for a random seed
   */
  public long seed(Long given) {
    return given != null ? given : new Random().nextInt(Integer.MAX_VALUE);
  }

  /**
   * The value of {@code --engine}.
   *
   * @param given null if not given, for HBase's default engine
   * @throws ParameterException if there is no such engine
   */
  public EngineName engine(String given) {
    return given == null
        ? EngineName.DEFAULT
        : EngineName.byTag(given)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--engine '%s': expected one of %s".formatted(given, EngineName.tags())));
  }

  /**
   * Starts a cluster and runs the work on it.
   *
   * @param settings settings of the cluster
   * @param title title of the work, such as "Checking for 5 min"
   * @return the command's exit code
   */
  public int run(LocalClusterSettings settings, String title, Work work)
      throws InterruptedException {
    ClientLogging.silence();
    say("Starting a cluster");
    PrintWriter terminal = spec.commandLine().getErr(); // captures System.err when first used
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      ClientLogging.toFile(cluster.logFolder().resolve(spec.name() + ".log"));
      say("%s, logs: %s".formatted(title, cluster.logFolder()));
      StandardError pastTheLog =
          StandardError.toFile(cluster.logFolder().resolve(spec.name() + ".err"));
      try (pastTheLog) {
        Optional<String> failure = work.on(cluster);
        return failure.isPresent() ? fail(failure.get(), cluster) : ExitCode.OK;
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return ExitCode.SOFTWARE;
        }
        LOG.error("run failed", e);
        return fail(e.toString(), cluster);
      }
    } catch (IOException e) {
      terminal.println(spec.name() + " failed: " + e.getMessage());
      terminal.flush();
      return ExitCode.SOFTWARE;
    }
  }

  /**
   * Looks for files of a cluster's tables in its object store that no list names, and for
   * unfinished uploads, and prints their numbers. Copies of HBase's bulk loads may be left.
   *
   * @param cleaning time for HBase's cleaners to delete the files, with open tables, after
   *     processes were killed, whose uploads may stay; if empty, the tables are closed, and nothing
   *     may be left
   * @return the problem; empty if there is nothing left
   */
  public Optional<String> unownedFiles(LocalCluster cluster, Optional<Duration> cleaning)
      throws IOException {
    try (UnownedFiles files = new UnownedFiles(cluster.configuration(), cluster.connection())) {
      UnownedFiles.Found found =
          cleaning.isPresent() ? files.ofOpenTables(cleaning.get()) : files.ofDisabledTables();
      long uploads = cluster.unfinishedUploads();
      say("object store: %s, %d unfinished uploads".formatted(found.inWords(), uploads));
      if (!found.unowned().isEmpty()) {
        return Optional.of(
            "files that no list names are left in the object store: " + found.unowned());
      }
      return cleaning.isEmpty() && uploads > 0
          ? Optional.of(uploads + " uploads were neither completed nor aborted")
          : Optional.empty();
    }
  }

  /** Prints a line and flushes. */
  public void say(String text) {
    PrintWriter console = spec.commandLine().getOut();
    console.println(text);
    console.flush();
  }

  private int fail(String reason, LocalCluster cluster) {
    cluster.keepFiles();
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.name() + " failed: " + reason);
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
