// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lighter.assembly.Launcher.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the installed distribution: with its own HBase, with the host's, under systemd. */
class InstallCheckIT {
  private static final String PLUGIN =
      "lighter-regionserver-patch-" + System.getProperty("lighter.version") + ".jar";
  private static final Path SYSTEMD_ANALYZE = Path.of("/usr/bin/systemd-analyze");

  @TempDir Path folder;
  private Path conf;

  @BeforeEach
  void makeConf() throws IOException {
    conf = Files.createDirectory(folder.resolve("conf"));
    FakeHBase.writeSite(conf);
  }

  @Test
  void theBundledHBaseFits() throws Exception {
    Launched run = run(Launcher.builder(conf, "install-check", "--offline", "--json"));

    assertThat(run.out()).contains("classes fit these HBase jars");
    assertThat(run.exitCode()).as(run.out()).isZero();
    JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
    assertThat(json.get("role").getAsString()).isEqualTo("lighter");
    assertThat(json.get("warnings").getAsInt()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void hbaseNeedsThePluginInItsLib() throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));

    Launched before = run(withHBase(hbase, Launcher.HOME, "install-check", "--offline"));
    Path plugin = hbase.resolve("lib").resolve(PLUGIN);
    Files.copy(Launcher.HOME.resolve("lib/plugin").resolve(PLUGIN), plugin);
    Launched after = run(withHBase(hbase, Launcher.HOME, "install-check", "--offline"));

    assertThat(before.exitCode()).isEqualTo(1);
    assertThat(before.out().lines())
        .filteredOn(line -> line.startsWith("problem"))
        .singleElement()
        .asString()
        .contains("plug-in", "copy ", hbase.resolve("lib").toString());
    assertThat(after.exitCode()).as(after.out()).isZero();
    assertThat(after.out()).contains("ok       plug-in: " + plugin);
  }

  /** Only HBase's own script evaluates {@code HBASE_CLASSPATH}. */
  @Test
  void classPathEqualsThatOfHBasesScript() throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));
    Path extra = Files.createDirectory(folder.resolve("extra"));
    for (Path place : List.of(hbase.resolve("lib"), extra)) {
      Files.copy(Launcher.HOME.resolve("lib/plugin").resolve(PLUGIN), place.resolve(PLUGIN));
    }
    Path script = Files.createDirectory(hbase.resolve("bin")).resolve("hbase");
    Files.writeString(script, "#!/bin/sh\necho '%s/lib/*:%s/*'\n".formatted(hbase, extra));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));

    Launched run = run(withHBase(hbase, Launcher.HOME, "install-check", "--offline"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .filteredOn(line -> line.startsWith("problem"))
        .singleElement()
        .asString()
        .contains(extra.resolve(PLUGIN) + ": ", "HBASE_CLASSPATH");
  }

  @Test
  void withAnHBaseTheBundledOneIsNotOnTheClassPath() throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));
    Path log = folder.resolve("classes.log");
    ProcessBuilder builder = withHBase(hbase, Launcher.HOME, "install-check", "--offline");
    builder.environment().put("LIGHTER_OPTS", "-Xlog:class+load:file=" + log);

    Launched run = run(builder);

    assertThat(run.out()).contains("HBase: ");
    assertThat(Files.readString(log))
        .contains("source: file:" + hbase.resolve("lib/hbase-common-"))
        .contains("source: file:" + Launcher.HOME.resolve("lib/picocli-"))
        .doesNotContain(Launcher.HOME.resolve("lib/hbase").toString())
        .doesNotContain(Launcher.HOME.resolve("lib/local-cluster").toString());
  }

  @Test
  void withAnHBaseTheBundledOneMayBeRemoved() throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));
    Path slim = slimCopy();

    Launched run = run(withHBase(hbase, slim, "--version"));

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Lighter " + System.getProperty("lighter.version"), "HBase 2.6.");
  }

  @Test
  void malformedSiteIsReportedInOneLine() throws Exception {
    Files.writeString(conf.resolve("hbase-site.xml"), "<configuration>\n<property>");

    Launched run = run(Launcher.builder(conf, "install-check", "--offline"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("lighter: " + conf.resolve("hbase-site.xml") + ", line 2: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HBASE_CONF_DIR", "HADOOP_CONF_DIR", "HBASE_HOME"})
  void aFolderThatDoesNotExistIsOneLineThatNamesTheVariable(String variable) throws Exception {
    ProcessBuilder builder = Launcher.builder(conf, "install-check", "--offline");
    builder.environment().put(variable, "/nowhere");

    Launched run = run(builder);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).singleElement().asString().contains("/nowhere", variable);
  }

  /** Replaces an installation's folder and user by those of this machine. */
  @Test
  void systemdAcceptsTheUnits() throws Exception {
    assumeThat(SYSTEMD_ANALYZE).isExecutable();
    for (String name : List.of("lighter-manager.service", "lighter-compaction-server.service")) {
      Path unit = folder.resolve(name);
      Files.writeString(
          unit,
          Files.readString(Launcher.HOME.resolve("systemd").resolve(name))
              .replace("/opt/lighter", Launcher.HOME.toString())
              .replaceAll("(?m)^(User|Group)=hbase$", "$1=root"));

      Launched run = run(new ProcessBuilder(SYSTEMD_ANALYZE.toString(), "verify", unit.toString()));

      assertThat(run.err()).as(name).doesNotContain(name);
      assertThat(run.exitCode()).as(name).isZero();
    }
  }

  private ProcessBuilder withHBase(Path hbase, Path home, String... args) {
    ProcessBuilder builder = Launcher.builder(home, conf, args);
    builder.environment().put("HBASE_HOME", hbase.toString());
    return builder;
  }

  /** Copies the distribution without {@code lib/hbase} and {@code lib/local-cluster}. */
  private Path slimCopy() throws IOException {
    Path slim = folder.resolve("slim");
    for (String name : List.of("bin", "conf", "lib")) {
      Files.createDirectories(slim.resolve(name));
    }
    Files.copy(Launcher.HOME.resolve("bin/lighter"), slim.resolve("bin/lighter"));
    for (String name : List.of("conf", "lib")) {
      try (Stream<Path> files = Files.list(Launcher.HOME.resolve(name))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.createSymbolicLink(slim.resolve(name).resolve(file.getFileName()), file);
        }
      }
    }
    return slim;
  }

  private Launched run(ProcessBuilder builder) throws Exception {
    return Launcher.run(builder, folder);
  }
}
