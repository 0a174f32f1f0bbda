// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static io.lighter.cli.install.FakeHome.ENGINE_ENTRY;
import static io.lighter.cli.install.FakeHome.VERSION;
import static io.lighter.cli.install.FakeHome.jar;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginJarCheckTest {
  @TempDir Path folder;
  private FakeHome home;
  private Path distributed;

  @BeforeEach
  void makeHome() throws IOException {
    home = new FakeHome(folder);
    distributed = jar(home.pluginFolder().resolve("plugin.jar"), VERSION, ENGINE_ENTRY);
    jar(home.hbaseLib().resolve("hbase-server-2.6.4.jar"), "2.6.4", "a/B.class");
  }

  @Test
  void theDistributedJarInLibIsFine() throws IOException {
    Files.copy(distributed, home.hbaseLib().resolve("renamed.jar"));

    assertThat(lines(HostRole.hbase))
        .singleElement()
        .asString()
        .startsWith("ok ")
        .contains(VERSION);
  }

  @Test
  void aMissingJarIsAProblemAndSaysWhatToCopyWhere() {
    assertThat(lines(HostRole.hbase))
        .containsExactly(
            "problem %s: has no plug-in -> copy %s to %s"
                .formatted(home.hbaseLib(), distributed, home.hbaseLib()));
  }

  @Test
  void lighterHostNeedsNoPluginJar() {
    assertThat(lines(HostRole.lighter)).singleElement().asString().startsWith("ok ");
  }

  @Test
  void anotherVersionIsAProblemThatNamesBoth() throws IOException {
    Path old = jar(home.hbaseLib().resolve("old.jar"), "1.0", ENGINE_ENTRY);

    assertThat(lines(HostRole.hbase))
        .singleElement()
        .asString()
        .startsWith("problem ")
        .contains("version 1.0, while this command is " + VERSION)
        .endsWith(
            "-> remove it first (rm %s), then copy %s to %s, and restart HBase's process"
                .formatted(old, distributed, home.hbaseLib()));
  }

  @Test
  void versionComesFromTheFileNameWithoutManifestVersion() throws IOException {
    jar(home.hbaseLib().resolve("lighter-regionserver-patch-0.9.jar"), null, ENGINE_ENTRY);

    assertThat(lines(HostRole.hbase)).singleElement().asString().contains("version 0.9, while");
  }

  @Test
  void twoJarsAreAProblemThatNamesBoth() throws IOException {
    jar(home.hbaseLib().resolve("old.jar"), "1.0", ENGINE_ENTRY);
    Files.copy(distributed, home.hbaseLib().resolve("new.jar"));

    assertThat(lines(HostRole.hbase))
        .singleElement()
        .asString()
        .startsWith("problem ")
        .contains("new.jar (1.2.3), old.jar (1.0)");
  }

  @Test
  void anotherBuildOfTheSameVersionIsAProblem() throws IOException {
    jar(home.hbaseLib().resolve("plugin.jar"), VERSION, ENGINE_ENTRY, "x/Y.class");

    assertThat(lines(HostRole.hbase)).singleElement().asString().contains("another build");
  }

  @Test
  void aSecondJarElsewhereOnTheClassPathIsAProblem() throws IOException {
    Files.copy(distributed, home.hbaseLib().resolve("plugin.jar"));
    Path extra = jar(folder.resolve("extra.jar"), "1.0", ENGINE_ENTRY);
    home.onClassPath(home.hbaseLib().resolve("plugin.jar")).onClassPath(extra);

    assertThat(lines(HostRole.hbase))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("problem " + extra)
        .contains("HBASE_CLASSPATH");
  }

  @Test
  void libReachedByALinkIsTheSameFolder() throws IOException {
    Files.copy(distributed, home.hbaseLib().resolve("plugin.jar"));
    Path link = Files.createSymbolicLink(folder.resolve("hbase-2.6.4"), folder.resolve("hbase"));
    home.onClassPath(link.resolve("lib/plugin.jar"));

    assertThat(lines(HostRole.hbase)).singleElement().asString().startsWith("ok ");
  }

  @Test
  void aJarThatCannotBeReadIsNamed() throws IOException {
    Files.writeString(home.hbaseLib().resolve("broken.jar"), "no zip");

    assertThat(lines(HostRole.hbase))
        .singleElement()
        .asString()
        .startsWith("problem ")
        .contains("broken.jar");
  }

  @Test
  void withoutHBaseHomeThereIsNoRegionServer() {
    assertThat(Lines.of(new PluginJarCheck(home.withoutHBaseHome(), HostRole.lighter)))
        .singleElement()
        .asString()
        .startsWith("ok HBASE_HOME: not set");
  }

  private List<String> lines(HostRole role) {
    return Lines.of(new PluginJarCheck(home.installation(), role));
  }
}
