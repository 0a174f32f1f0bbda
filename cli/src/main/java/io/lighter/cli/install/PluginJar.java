// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar that contains Lighter's store engine, under any name.
 *
 * @param version from the manifest, else from the file name; empty if neither has one
 */
record PluginJar(Path file, Optional<String> version) {
  private static final String ENGINE_ENTRY = Installation.ENGINE_CLASS.replace('.', '/') + ".class";
  private static final Pattern VERSION_IN_NAME =
      Pattern.compile("lighter-regionserver-patch-(.+)\\.jar");

  /**
   * The plug-in jars among {@code jars}.
   *
   * @throws IOException naming a jar that cannot be read
   */
  static List<PluginJar> among(List<Path> jars) throws IOException {
    List<PluginJar> found = new ArrayList<>();
    for (Path jar : jars) {
      try (JarFile file = new JarFile(jar.toFile())) {
        if (file.getEntry(ENGINE_ENTRY) != null) {
          found.add(new PluginJar(jar, version(jar, file)));
        }
      } catch (IOException e) {
        throw new IOException("cannot read " + jar + ": " + FirstLine.of(e), e);
      }
    }
    return found;
  }

  private static Optional<String> version(Path jar, JarFile file) throws IOException {
    Manifest manifest = file.getManifest();
    if (manifest != null) {
      String version =
          manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      if (version != null) {
        return Optional.of(version);
      }
    }
    Matcher name = VERSION_IN_NAME.matcher(jar.getFileName().toString());
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
  }

  /** Whether both files have the same bytes. */
  boolean sameBytes(Path other) throws IOException {
    return Files.mismatch(file, other) < 0;
  }

  /** A readable form. */
  String describe() {
    return file.getFileName() + " (" + version.orElse("of an unknown version") + ")";
  }
}
