// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ShapedLoopbackIT {
  private static final long GIGABIT = 1_000_000_000;

  @Test
  void theCommandSeesOnlyAShapedLoopbackAndTheHostKeepsItsOwn() throws Exception {
    Optional<String> refusal = ShapedLoopback.refusal(GIGABIT);
    assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
    List<String> show = List.of("tc", "class", "show", "dev", "lo");
    String before = run(show);

    assertThat(run(ShapedLoopback.wrap(GIGABIT, show))).contains("htb").contains("rate 1Gbit");
    assertThat(run(ShapedLoopback.wrap(GIGABIT, List.of("ip", "-o", "link")))).hasLineCount(1);
    assertThat(run(show)).isEqualTo(before);
  }

  @Test
  void aJvmIsToldWhetherItIsInside() {
    boolean isPermitted = ShapedLoopback.refusal(GIGABIT).isEmpty();

    List<String> command = ShapedLoopback.jvm(IsolationProfile.PAPER_NODE, "java", List.of("Main"));

    assertThat(command).endsWith("Main").contains("java");
    assertThat(command.contains("-Dlighter.benchmarks.network=1000000000")).isEqualTo(isPermitted);
    assertThat(command.contains("unshare")).isEqualTo(isPermitted);
  }

  @Test
  void commandOfAShapedProfileRunsInsideWithItsArgumentsAndExitCode() throws Exception {
    ProcessBuilder probe =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlighter.test=kept",
                ShapedCommandProbe.class.getName(),
                "paper-node",
                "two words")
            .redirectErrorStream(true);
    // The JVM reports the use of these variables on standard error.
    probe.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = probe.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isEqualTo(ShapedCommandProbe.EXIT_CODE);
    String network =
        ShapedLoopback.refusal(GIGABIT)
            .map(why -> "not shaped")
            .orElse("shaped at 1.0 Gb/s, links: 1, then 5, echoed over one of them: 100000");
    assertThat(output).contains("[paper-node, two words] kept " + network).hasLineCount(1);
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    assertThat(process.waitFor()).as("%s said: %s", command, output).isZero();
    return output;
  }
}
