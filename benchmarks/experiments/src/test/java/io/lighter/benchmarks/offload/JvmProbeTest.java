// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the probe on a real JVM that the test starts. */
class JvmProbeTest {
  @Test
  void probeSeparatesCompilersFromOtherThreads() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Compiled.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (JvmProbe probe = JvmProbe.attach(other.pid())) {
      JvmProbe.Spent before = probe.before();
      other.getOutputStream().write('\n');
      other.getOutputStream().flush();
      assertThat(other.getInputStream().read()).isEqualTo('\n');
      JvmProbe.Spent spent = probe.after().minus(before);

      assertThat(spent.compilerNanos()).isPositive();
      assertThat(spent.cpuNanos()).isGreaterThan(spent.compilerNanos());
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  /** Runs code worth compiling for each line until its input ends. */
  static final class Compiled {
    public static void main(String[] args) throws IOException {
      long sum = 0;
      while (System.in.read() >= 0) {
        for (int i = 0; i < 20_000_000; i++) {
          sum += Integer.toString(i).hashCode();
        }
        System.out.print(sum == 0 ? '\t' : '\n');
        System.out.flush();
      }
    }
  }
}
