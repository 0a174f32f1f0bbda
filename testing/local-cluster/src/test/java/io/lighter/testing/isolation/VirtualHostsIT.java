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

@Timeout(120)
class VirtualHostsIT {
  @Test
  void nextProcessOfAHostGetsItsAddressAlthoughTheLastNamespaceRemains() throws Exception {
    Optional<String> refusal = VirtualHosts.refusal();
    assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> arguments =
        List.of("-cp", System.getProperty("java.class.path"), VirtualHostsProbe.class.getName());
    ProcessBuilder probe =
        new ProcessBuilder(VirtualHosts.jvm(java, arguments)).redirectErrorStream(true);
    // The JVM reports the use of these variables on standard error.
    probe.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = probe.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines())
        .containsExactly("reached, links: [h2]", "cut off, reached: false", "reached again");
  }
}
