// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteFilesTest {
  @TempDir Path folder;

  @Test
  void wellFormedFilesAndMissingOnesPass() throws IOException {
    write("hbase-site.xml", "<?xml version='1.0'?><!-- a --><configuration/>");

    assertThatCode(() -> SiteFiles.requireReadable(List.of(folder))).doesNotThrowAnyException();
  }

  @Test
  void eachMalformedFileIsOneLineWithItsPlace() throws IOException {
    write("hbase-site.xml", "<configuration>\n<property>\n</configuration>");
    write("core-site.xml", "");

    assertThat(problems())
        .hasSize(2)
        .anyMatch(line -> line.startsWith(folder.resolve("hbase-site.xml") + ", line 3: "))
        .anyMatch(line -> line.startsWith(folder.resolve("core-site.xml") + ", line 1: "));
  }

  @Test
  void anotherKindOfDocumentIsNamed() throws IOException {
    write("hdfs-site.xml", "<html/>");

    assertThat(problems()).singleElement().asString().contains("<html>");
  }

  @Test
  void unreadableFileIsNamed() throws IOException {
    Files.createDirectory(folder.resolve("hbase-site.xml"));

    assertThat(problems()).singleElement().asString().startsWith("cannot read " + folder);
  }

  @Test
  void onlyTheFirstFileOfANameCounts() throws IOException {
    write("hbase-site.xml", "<configuration/>");
    Path second = Files.createDirectory(folder.resolve("second"));
    Files.writeString(second.resolve("hbase-site.xml"), "broken");

    assertThatCode(() -> SiteFiles.requireReadable(List.of(folder, second)))
        .doesNotThrowAnyException();
  }

  private List<String> problems() {
    return catchThrowableOfType(
            ConfigurationException.class, () -> SiteFiles.requireReadable(List.of(folder)))
        .problems();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
