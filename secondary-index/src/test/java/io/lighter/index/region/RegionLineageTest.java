// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a region's files say about its rows, between a close and an opening. */
class RegionLineageTest {
  private static final class FakeFiles implements RegionLineage.Files {
    private final SortedSet<String> names = new TreeSet<>();
    private final Set<String> compacted = new TreeSet<>();
    private boolean links;
    private boolean everOpen = true;

    @Override
    public SortedSet<String> names() {
      return new TreeSet<>(names);
    }

    @Override
    public boolean count(String name) {
      return !name.startsWith("other/");
    }

    @Override
    public boolean haveLinks() {
      return links;
    }

    @Override
    public Set<String> compactedInto() {
      return compacted;
    }

    @Override
    public boolean wereEverOpen() {
      return everOpen;
    }
  }

  @TempDir private java.nio.file.Path folder;
  private final FakeFiles files = new FakeFiles();
  private RegionLineage lineage;

  @BeforeEach
  void create() throws IOException {
    lineage =
        new RegionLineage(
            FileSystem.getLocal(new Configuration()), new Path(folder.toUri()), files);
    files.names.addAll(List.of("f/a", "f/b", "g/a"));
  }

  @Test
  void sameFilesAreTheSameRows() throws IOException {
    lineage.opened();
    lineage.closed();
    assertThat(lineage.problem()).isEmpty();
    files.names.clear();
    lineage.closed();
    assertThat(lineage.problem()).isEmpty();
  }

  @Test
  void otherFilesAreOtherRows() throws IOException {
    lineage.closed();
    files.names.add("f/c");
    assertThat(lineage.problem()).isPresent();
    files.names.remove("f/c");
    files.names.remove("f/b");
    assertThat(lineage.problem()).isPresent();
  }

  /** They are archived when a warm-up has released them, maybe behind the close. */
  @Test
  void compactedFilesMayGoLate() throws IOException {
    lineage.closed();
    files.names.remove("f/b");
    files.compacted.add("f/b");
    assertThat(lineage.problem()).isEmpty();
    files.names.remove("g/a");
    assertThat(lineage.problem()).isPresent();
  }

  @Test
  void familyWithoutAnIndexMayComeAndGo() throws IOException {
    files.names.add("other/a");
    lineage.closed();
    files.names.remove("other/a");
    assertThat(lineage.problem()).as("dropped").isEmpty();
    lineage.closed();
    files.names.add("other/a");
    assertThat(lineage.problem()).as("added").isEmpty();
  }

  @Test
  void regionOfADeadServerIsNotJudged() throws IOException {
    lineage.closed();
    lineage.opened();
    files.names.add("f/c");
    assertThat(lineage.problem()).isEmpty();
    Files.write(folder.resolve(RegionLineage.FILE), new byte[0]); // it died while it wrote
    assertThat(lineage.problem()).isEmpty();
  }

  @Test
  void partOfANoteIsNotJudged() throws IOException {
    lineage.closed();
    java.nio.file.Path note = folder.resolve(RegionLineage.FILE);
    String text = Files.readString(note);
    files.names.clear();
    assertThat(lineage.problem()).as("all of it").isPresent();
    for (int length = 0; length < text.length(); length++) {
      Files.deleteIfExists(folder.resolve("." + RegionLineage.FILE + ".crc")); // of Hadoop
      Files.writeString(note, text.substring(0, length));
      assertThat(lineage.problem()).as(text.substring(0, length)).isEmpty();
    }
  }

  @Test
  void firstOpeningIsThatOfASplitOrOfASnapshot() throws IOException {
    assertThat(lineage.problem()).isEmpty();
    files.links = true;
    assertThat(lineage.problem()).contains("it has files of a snapshot");
    files.everOpen = false;
    assertThat(lineage.problem()).contains("it is new, and not of a split or merge");
  }
}
