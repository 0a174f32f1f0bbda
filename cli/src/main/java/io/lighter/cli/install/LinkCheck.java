// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that every class of the plug-in loads with HBase's jars, and that every class, method and
 * field it refers to exists. Finds a {@code NoSuchMethodError} that a region server might only meet
 * weeks later.
 */
final class LinkCheck implements Check {
  private static final int SHOWN = 3;

  private final Installation installation;

  LinkCheck(Installation installation) {
    this.installation = installation;
  }

  @Override
  public String name() {
    return "links";
  }

  @Override
  public void run(Findings findings) throws IOException {
    Optional<Path> plugin = installation.pluginJar();
    if (plugin.isEmpty()) {
      findings.warning(
          "plug-in", "not looked at: this is no distribution", "run bin/lighter of the tarball");
      return;
    }
    Set<String> entries = Classes.entriesOf(plugin.get());
    Set<String> problems = new LinkedHashSet<>();
    try (URLClassLoader loader = loader(plugin.get())) {
      Members members = new Members(loader);
      for (String entry : entries) {
        problems.addAll(problems(loader, members, entry));
      }
    }
    String jar = plugin.get().getFileName().toString();
    if (problems.isEmpty()) {
      findings.ok(jar, "its %d classes fit these HBase jars".formatted(entries.size()));
    } else {
      findings.problem(
          jar,
          "%d of its references do not fit these HBase jars: %s%s"
              .formatted(
                  problems.size(),
                  String.join("; ", problems.stream().limit(SHOWN).toList()),
                  problems.size() > SHOWN ? "; …" : ""),
          "use it with an HBase that it is tested with");
    }
  }

  /**
   * A loader with HBase first, as on a region server, and the plug-in as the only jar of Lighter.
   */
  private URLClassLoader loader(Path plugin) throws IOException {
    Set<Path> older = new LinkedHashSet<>();
    PluginJar.among(installation.jars()).forEach(jar -> older.add(jar.file()));
    List<URL> urls = new ArrayList<>();
    for (Path entry : installation.jars()) {
      if (!older.contains(entry)) {
        urls.add(entry.toUri().toURL());
      }
    }
    urls.add(plugin.toUri().toURL());
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static Set<String> problems(ClassLoader loader, Members members, String entry)
      throws IOException {
    Set<String> problems = new LinkedHashSet<>();
    String name = Classes.nameOf(entry);
    Optional<String> broken = members.problem(name);
    if (broken.isPresent()) {
      problems.add(broken.get());
      return problems;
    }
    try (InputStream in = loader.getResourceAsStream(entry)) {
      ConstantPool.references(in)
          .forEach(
              reference ->
                  members
                      .problem(reference)
                      .ifPresent(problem -> problems.add(name + ": " + problem)));
    }
    return problems;
  }
}
