// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A fake HBase installation and Lighter distribution, with content defined by each test. */
final class FakeHome {
  static final String VERSION = "1.2.3";
  static final String ENGINE_ENTRY = Installation.ENGINE_CLASS.replace('.', '/') + ".class";

  private final Path folder;
  private final List<Path> classPath = new ArrayList<>();

  FakeHome(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(hbaseLib());
    Files.createDirectories(pluginFolder());
  }

  Path hbaseLib() {
    return folder.resolve("hbase/lib");
  }

  Path pluginFolder() {
    return folder.resolve("lighter/lib/plugin");
  }

  /** Appends a folder or jar to HBase's class path. */
  FakeHome onClassPath(Path entry) {
    classPath.add(entry);
    return this;
  }

  Installation installation() {
    return new Installation(
        VERSION,
        Optional.of(folder.resolve("lighter")),
        Optional.of(folder.resolve("hbase")),
        classPath);
  }

  Installation withoutHBaseHome() {
    return new Installation(
        VERSION, Optional.of(folder.resolve("lighter")), Optional.empty(), classPath);
  }

  /** A jar with these empty entries; a null version omits the manifest. */
  static Path jar(Path file, String version, String... entries) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    for (String entry : entries) {
      contents.put(entry, new byte[0]);
    }
    return jar(file, version, contents);
  }

  private static Path jar(Path file, String version, Map<String, byte[]> entries)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      if (version != null) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        jar.putNextEntry(new JarEntry("META-INF/MANIFEST.MF"));
        manifest.write(jar);
        jar.closeEntry();
      }
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue());
        jar.closeEntry();
      }
    }
    return file;
  }

  /**
   * A jar with the classes of one source file.
   *
   * @param classPath class path for the compiler
   */
  static Path compiled(Path file, String className, String source, Path... classPath)
      throws IOException {
    Path work = Files.createTempDirectory(file.getParent(), "compile");
    Path sourceFile = work.resolve("src").resolve(className.replace('.', '/') + ".java");
    Path classes = Files.createDirectories(work.resolve("classes"));
    Files.createDirectories(sourceFile.getParent());
    Files.writeString(sourceFile, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      String path = String.join(":", Stream.of(classPath).map(Path::toString).toList());
      List<String> options = List.of("-d", classes.toString(), "-cp", path, "-proc:none");
      assertThat(
              compiler
                  .getTask(
                      messages, files, null, options, null, files.getJavaFileObjects(sourceFile))
                  .call())
          .as(messages.toString())
          .isTrue();
    }
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> found = Files.walk(classes)) {
      for (Path each : found.filter(Files::isRegularFile).toList()) {
        entries.put(classes.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
    return jar(file, null, entries);
  }
}
