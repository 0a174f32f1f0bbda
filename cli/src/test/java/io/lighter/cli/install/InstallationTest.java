// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @Test
  void lightersOwnJarsAreNotOnHBasesClassPath() {
    Installation installation =
        Installation.of(
            "1", "/opt/l", "/opt/h", "/etc/hbase::/opt/l/lib/picocli.jar:/opt/h/lib/hbase.jar");

    assertThat(installation.classPath())
        .containsExactly(Path.of("/etc/hbase"), Path.of("/opt/h/lib/hbase.jar"));
    assertThat(installation.hbaseHome()).contains(Path.of("/opt/h"));
  }

  @Test
  void bundledHBaseIsOnTheClassPath() {
    Installation installation =
        Installation.of("1", "/opt/l", "", "/opt/l/conf:/opt/l/lib/a.jar:/opt/l/lib/hbase/h.jar");

    assertThat(installation.classPath())
        .containsExactly(Path.of("/opt/l/conf"), Path.of("/opt/l/lib/hbase/h.jar"));
    assertThat(installation.hbaseHome()).isEmpty();
  }

  @Test
  void outsideADistributionAllJarsAreOnTheClassPath() {
    Installation installation = Installation.of("1", null, null, "/classes:/repository/h.jar");

    assertThat(installation.classPath()).hasSize(2);
    assertThat(installation.home()).isEmpty();
  }
}
