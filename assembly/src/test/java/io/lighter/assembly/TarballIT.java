// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.assembly.Launcher.Launched;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Checks the unpacked tarball, which exists with {@code -Pdist} only. */
@EnabledIfSystemProperty(named = "lighter.distribution.tarball", matches = ".+")
class TarballIT {
  private static final Path TARBALL =
      Path.of(System.getProperty("lighter.distribution.tarball", ""));

  @TempDir Path folder;

  @Test
  void unpackedTarballEqualsTheDistributionAndRuns() throws Exception {
    Launched tar =
        Launcher.run(
            new ProcessBuilder("tar", "-xzf", TARBALL.toString(), "-C", folder.toString()), folder);
    Path home = folder.resolve("lighter-" + System.getProperty("lighter.version"));
    Path conf = Files.createDirectory(folder.resolve("conf"));
    FakeHBase.writeSite(conf);

    Launched version = Launcher.run(Launcher.builder(home, conf, "--version"), folder);
    Launched check =
        Launcher.run(Launcher.builder(home, conf, "install-check", "--offline"), folder);

    assertThat(tar.exitCode()).as(tar.err()).isZero();
    assertThat(files(home)).isEqualTo(files(Launcher.HOME));
    assertThat(version.out()).contains("Lighter " + System.getProperty("lighter.version"));
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
  }

  private static List<String> files(Path home) throws Exception {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
