// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks that the plug-in is in HBase's {@code lib} once, in the version of this command, and
 * nowhere else on the class path.
 */
final class PluginJarCheck implements Check {
  private final Installation installation;
  private final HostRole role;

  PluginJarCheck(Installation installation, HostRole role) {
    this.installation = installation;
    this.role = role;
  }

  @Override
  public String name() {
    return "plug-in";
  }

  @Override
  public void run(Findings findings) throws IOException {
    if (installation.hbaseHome().isEmpty()) {
      findings.ok("HBASE_HOME", "not set: no region server here, which would need the plug-in");
      return;
    }
    Path lib = installation.hbaseHome().get().resolve("lib");
    if (!Files.isDirectory(lib)) {
      findings.problem(lib.toString(), "is no folder", "set HBASE_HOME to an HBase installation");
      return;
    }
    inLib(findings, lib);
    elsewhere(findings, lib);
  }

  private void inLib(Findings findings, Path lib) throws IOException {
    List<PluginJar> jars = PluginJar.among(Installation.jarsIn(lib));
    if (jars.isEmpty() && role == HostRole.lighter) {
      findings.ok(lib.toString(), "has no plug-in; a manager or compaction server needs none");
    } else if (jars.isEmpty()) {
      findings.problem(lib.toString(), "has no plug-in", copy());
    } else if (jars.size() > 1) {
      findings.problem(
          lib.toString(),
          "has several: " + describe(jars),
          "remove all but that of version " + installation.version());
    } else {
      compare(findings, jars.get(0));
    }
  }

  private void compare(Findings findings, PluginJar jar) throws IOException {
    String file = jar.file().toString();
    if (!jar.version().equals(Optional.of(installation.version()))) {
      findings.problem(
          file,
          "version %s, while this command is %s"
              .formatted(jar.version().orElse("unknown"), installation.version()),
          replace(jar));
      return;
    }
    Optional<Path> ours = installation.pluginJar();
    if (ours.isPresent() && !jar.sameBytes(ours.get())) {
      findings.problem(
          file, "same version as %s, but another build".formatted(ours.get()), replace(jar));
    } else {
      findings.ok(file, "version " + installation.version());
    }
  }

  /** Reports copies from {@code HBASE_CLASSPATH} and similar. */
  private void elsewhere(Findings findings, Path lib) throws IOException {
    List<Path> others = new ArrayList<>();
    for (Path jar : installation.jars()) {
      // Links may lead to both folders; the folder of a linked jar is the folder of the link.
      if (!Files.isSameFile(jar.toAbsolutePath().getParent(), lib)) {
        others.add(jar);
      }
    }
    for (PluginJar jar : PluginJar.among(others)) {
      findings.problem(
          jar.file().toString(),
          "%s is on HBase's class path, from another folder".formatted(jar.describe()),
          "have one in %s alone; see HBASE_CLASSPATH in hbase-env.sh".formatted(lib));
    }
  }

  /** A copy over the file would change it under a region server that runs and has it open. */
  private String replace(PluginJar jar) throws IOException {
    return "remove it first (rm %s), then %s, and restart HBase's process"
        .formatted(jar.file(), copy());
  }

  private String copy() throws IOException {
    String jar = installation.pluginJar().map(Path::toString).orElse("the jar of lib/plugin");
    return "copy %s to %s".formatted(jar, installation.hbaseHome().orElseThrow().resolve("lib"));
  }

  private static String describe(List<PluginJar> jars) {
    return jars.stream().map(PluginJar::describe).collect(Collectors.joining(", "));
  }
}
