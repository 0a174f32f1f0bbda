// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A child process that cannot outlive this JVM, even if this JVM is killed with SIGKILL.
 *
 * <p>A shell starts a watcher in the background and then becomes the process ({@code exec}: same
 * pid). The watcher reads a pipe whose other end only this JVM holds. When this JVM ends for any
 * reason, the pipe closes and the watcher kills the process. The watcher ends when it reads {@code
 * ended}, which this JVM writes as soon as the process is gone, so that a reused pid is never
 * killed.
 *
 * <p>The process ignores SIGINT and SIGHUP, because a terminal sends them to all processes at once,
 * while a cluster stops in order. Thread-safe.
 */
final class ChildProcess {
  private static final String SCRIPT =
      """
      trap '' INT HUP
      exec 3<&0
      (
        while read -r line; do
          [ "$line" = ended ] && exit
        done <&3
        kill -KILL $$
      ) >/dev/null 2>&1 &
      exec "$@" </dev/null 3<&-
      """;

  private final Process process;
  private final CompletableFuture<Void> watcherDismissed;

  private ChildProcess(Process process) {
    this.process = process;
    this.watcherDismissed = process.onExit().thenAccept(ChildProcess::dismissWatcher);
  }

  /**
   * Starts {@code command}.
   *
   * @param output file for standard output and error; appended to
   */
  static ChildProcess start(List<String> command, Path folder, Path output) throws IOException {
    List<String> wrapped = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "lighter-child"));
    wrapped.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(wrapped);
    builder.directory(folder.toFile());
    File file = output.toFile();
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(file));
    return new ChildProcess(builder.start());
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code; valid only after the end. */
  int exitValue() {
    return process.exitValue();
  }

  /**
   * Ends the process soon: SIGTERM, then SIGKILL by the watcher, whose pipe the JDK closes in this
   * call.
   */
  void terminate() {
    process.destroy();
  }

  /** Asks the process to end (SIGTERM), without a time limit. */
  void sendSigterm() {
    boolean unused = process.toHandle().destroy(); // the handle's method leaves the pipe open
  }

  /** Kills the process (SIGKILL). */
  void kill() {
    process.destroyForcibly();
  }

  /** Whether the process and its watcher ended within {@code timeout}. */
  boolean waitForEnd(Duration timeout) throws InterruptedIOException {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
      watcherDismissed.join();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the end of pid " + pid());
    }
  }

  /** Sends a signal by name, such as {@code STOP}. */
  void signal(String name) throws IOException {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "kill", name, "" + pid())
            .redirectErrorStream(true)
            .start();
    String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (kill.waitFor() != 0) {
        throw new IOException(
            "signal %s to pid %d failed: %s".formatted(name, pid(), output.trim()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while signalling pid " + pid());
    }
  }

  private static void dismissWatcher(Process ended) {
    try (OutputStream pipe = ended.getOutputStream()) {
      pipe.write("ended\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The watcher is gone already, as intended.
    }
  }
}
