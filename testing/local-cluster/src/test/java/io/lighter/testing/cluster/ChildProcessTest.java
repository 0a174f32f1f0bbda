// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void keepsThePidOfTheCommandAndItsOutput() throws Exception {
    ChildProcess child = start("sh", "-c", "echo \"pid $$\"; exit 3");

    assertThat(child.waitForEnd(SOON)).isTrue();
    assertThat(child.exitValue()).isEqualTo(3);
    assertThat(folder.resolve("out")).hasContent("pid " + child.pid());
  }

  @Test
  void aStoppedProcessCanBeKilled() throws Exception {
    ChildProcess child = start("sleep", "600");
    child.signal("STOP");
    assertThat(child.isAlive()).isTrue();

    child.kill();

    assertThat(child.waitForEnd(SOON)).isTrue();
  }

  @Test
  void aProcessDoesNotOutliveAParentThatIsKilled() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path output = folder.resolve("grandchild.out");
    ChildProcess parent =
        start(
            java,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ParentMain.class.getName(),
            output.toString());
    long[] pid = new long[1];
    Await.until(
        "the pid of the grandchild",
        SOON,
        () -> {
          Optional<String> line = firstLine(output);
          line.ifPresent(text -> pid[0] = Long.parseLong(text));
          return line.isPresent();
        });
    ProcessHandle grandchild = ProcessHandle.of(pid[0]).orElseThrow();

    parent.kill();

    Await.until("the end of the grandchild", SOON, () -> !grandchild.isAlive());
  }

  private ChildProcess start(String... command) throws Exception {
    return ChildProcess.start(List.of(command), folder, folder.resolve("out"));
  }

  private static Optional<String> firstLine(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String text = Files.readString(file);
    return text.endsWith("\n") ? Optional.of(text.strip()) : Optional.empty();
  }

  /** Starts a child that writes its pid, and waits for the child. */
  static final class ParentMain {
    private ParentMain() {}

    public static void main(String[] args) throws Exception {
      Path output = Path.of(args[0]);
      ChildProcess.start(List.of("sh", "-c", "echo $$; exec sleep 600"), output.getParent(), output)
          .waitForEnd(Duration.ofMinutes(10));
    }
  }
}
