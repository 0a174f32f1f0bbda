// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static io.lighter.cli.install.FakeHome.compiled;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles a plug-in against one library and checks it against another. */
class LinkCheckTest {
  private static final String LIBRARY =
      "package lib; public class Store { protected static int size; public interface Named {"
          + " default String name() { return \"\"; } } public static class Child extends Store"
          + " implements Named {} public long flush(String why, int[] parts) { return 0; } }";
  private static final String PLUGIN =
      "package plugin; public class Engine extends lib.Store { long run(lib.Store.Child child) {"
          + " java.util.function.Supplier<String> late = child::name; late.get();"
          + " int[] copy = new int[] {size}.clone();"
          + " return child.flush(child.name() + size, copy) + 5L; } }";

  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void compilePlugin() throws IOException {
    home = new FakeHome(folder);
    Path library = compiled(folder.resolve("built-with.jar"), "lib.Store", LIBRARY);
    compiled(home.pluginFolder().resolve("plugin.jar"), "plugin.Engine", PLUGIN, library);
  }

  @Test
  void fitsTheLibraryThatItWasBuiltWith() throws IOException {
    assertThat(lines(LIBRARY)).containsExactly("ok plugin.jar: its 1 classes fit these HBase jars");
  }

  @Test
  void aMissingMethodIsNamedWithItsCaller() throws IOException {
    assertThat(lines(LIBRARY.replace("int[] parts", "long[] parts")))
        .singleElement()
        .asString()
        .startsWith("problem plugin.jar: 1 of its references")
        .contains("plugin.Engine: no lib.Store$Child.flush(Ljava/lang/String;[I)J");
  }

  @Test
  void aMissingFieldIsNamed() throws IOException {
    assertThat(lines(LIBRARY.replace("int size", "long size")))
        .singleElement()
        .asString()
        .contains("no plugin.Engine.size");
  }

  @Test
  void aMissingMethodOfAnInterfaceIsNamed() throws IOException {
    assertThat(lines(LIBRARY.replace("name()", "title()")))
        .singleElement()
        .asString()
        .contains("lib.Store$Child.name()Ljava/lang/String;");
  }

  @Test
  void aMissingClassIsNamed() throws IOException {
    assertThat(lines("package lib; public class Store { protected static int size; }"))
        .singleElement()
        .asString()
        .startsWith("problem ")
        .contains("lib/Store$Child");
  }

  @Test
  void installedPluginDoesNotHideTheCheckedOne() throws IOException {
    Path installed = home.hbaseLib().resolve("old.jar");
    compiled(
        installed,
        Installation.ENGINE_CLASS,
        "package org.apache.hadoop.hbase.regionserver; public class OffloadingStoreEngine {}");
    home.onClassPath(installed);

    assertThat(lines(LIBRARY)).singleElement().asString().startsWith("ok ");
  }

  @Test
  void linkCheckIsSkippedOutsideADistribution() throws IOException {
    Files.delete(home.pluginFolder().resolve("plugin.jar"));

    assertThat(Lines.of(new LinkCheck(home.installation())))
        .singleElement()
        .asString()
        .startsWith("warning ");
  }

  private List<String> lines(String library) throws IOException {
    home.onClassPath(compiled(folder.resolve("runs-with.jar"), "lib.Store", library));
    return Lines.of(new LinkCheck(home.installation()));
  }
}
