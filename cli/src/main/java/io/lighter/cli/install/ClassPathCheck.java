// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/**
 * Checks that HBase's class path has one version of each part of HBase and Hadoop, and Lighter's
 * classes in the plug-in only.
 */
final class ClassPathCheck implements Check {
  private static final String OUR_PACKAGES = "io/lighter/";

  /** HBase's and Hadoop's jars; other libraries come in several versions even in stock HBase. */
  private static final Pattern PART =
      Pattern.compile("((?:hbase|hadoop|zookeeper)(?:-[a-z][a-z0-9_]*)*)-(\\d.*?)(-tests)?\\.jar");

  private final Installation installation;

  ClassPathCheck(Installation installation) {
    this.installation = installation;
  }

  @Override
  public String name() {
    return "class path";
  }

  @Override
  public void run(Findings findings) throws IOException {
    List<Path> jars = installation.jars();
    boolean clean = versions(findings, jars);
    clean &= copies(findings, jars);
    if (clean) {
      findings.ok(
          installation.hbaseHome().map(Path::toString).orElse("bundled HBase"),
          jars.size() + " jars, no version twice, no copy of Lighter's classes");
    }
  }

  private static boolean versions(Findings findings, List<Path> jars) {
    Map<String, Set<String>> versions = new TreeMap<>();
    for (Path jar : jars) {
      Matcher name = PART.matcher(jar.getFileName().toString());
      if (name.matches()) {
        versions.computeIfAbsent(name.group(1), part -> new TreeSet<>()).add(name.group(2));
      }
    }
    versions.values().removeIf(each -> each.size() < 2);
    versions.forEach((part, each) -> twice(findings, part, String.join(", ", each)));
    return versions.isEmpty();
  }

  /** Reports two versions. HBase's script adds a Hadoop on the PATH, which mostly works. */
  private static void twice(Findings findings, String part, String versions) {
    String found = "several versions: " + versions;
    if (part.startsWith("hbase")) {
      findings.problem(
          part, found, "remove all but one; see HBASE_CLASSPATH in hbase-env.sh and HBase's lib");
    } else {
      findings.warning(
          part,
          found + "; the first on the class path wins",
          "see HBASE_DISABLE_HADOOP_CLASSPATH_LOOKUP and HBASE_CLASSPATH in hbase-env.sh");
    }
  }

  private boolean copies(Findings findings, List<Path> jars) throws IOException {
    Set<Path> plugins =
        PluginJar.among(jars).stream().map(PluginJar::file).collect(Collectors.toSet());
    Set<String> ours = ourClasses();
    boolean clean = true;
    for (Path jar : jars) {
      Optional<String> copy = plugins.contains(jar) ? Optional.empty() : copyIn(jar, ours);
      if (copy.isPresent()) {
        clean = false;
        findings.problem(
            jar.toString(),
            "holds a class of Lighter, such as " + copy.get(),
            "remove it: the plug-in is all that HBase needs");
      }
    }
    return clean;
  }

  private Set<String> ourClasses() throws IOException {
    Optional<Path> plugin = installation.pluginJar();
    return plugin.isPresent() ? Classes.entriesOf(plugin.get()) : Set.of();
  }

  private static Optional<String> copyIn(Path jar, Set<String> ours) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(Classes::isClass)
          .filter(entry -> entry.startsWith(OUR_PACKAGES) || ours.contains(entry))
          .findFirst();
    }
  }
}
