// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a region's files say about its rows, between a close and an opening. */
class RegionLineageTest {
  private static final class FakeFiles implements RegionLineage.Files {
    private final SortedSet<String> names = new TreeSet<>();
    private final Set<String> compacted = new TreeSet<>();
    private final SortedSet<String> links = new TreeSet<>();
    private final SortedSet<String> own = new TreeSet<>();
    private final Set<String> parents = new TreeSet<>();
    private boolean everOpen = true;
    private boolean fail;

    @Override
    public SortedSet<String> names() {
      return new TreeSet<>(names);
    }

    @Override
    public boolean count(String name) {
      return !name.startsWith("other/");
    }

    @Override
    public SortedSet<String> links() {
      return new TreeSet<>(links);
    }

    @Override
    public SortedSet<String> linksToOwnFiles() {
      return new TreeSet<>(own);
    }

    @Override
    public Set<String> compactedInto() {
      return compacted;
    }

    @Override
    public Set<String> parents() throws IOException {
      if (fail) {
        throw new IOException("injected");
      }
      return parents;
    }

    @Override
    public boolean wereEverOpen() {
      return everOpen;
    }
  }

  @TempDir private java.nio.file.Path table;
  private java.nio.file.Path folder;
  private final FakeFiles files = new FakeFiles();
  private RegionLineage lineage;

  @BeforeEach
  void create() throws IOException {
    folder = Files.createDirectory(table.resolve("r"));
    lineage = lineage();
    files.names.addAll(List.of("f/a", "f/b", "g/a"));
  }

  private RegionLineage lineage() throws IOException {
    return lineage(folder, files);
  }

  private static RegionLineage lineage(java.nio.file.Path region, FakeFiles files)
      throws IOException {
    return new RegionLineage(
        new LineageNotes(FileSystem.getLocal(new Configuration()), new Path(region.toString())),
        files);
  }

  /** A region that a split or merge has made of the other one. */
  private RegionLineage child(String name) throws IOException {
    return child(name, new FakeFiles());
  }

  private RegionLineage child(String name, FakeFiles ofChild) throws IOException {
    ofChild.parents.addAll(List.of("r", "deleted"));
    return lineage(Files.createDirectories(table.resolve(name)), ofChild);
  }

  /** Opens the region and closes it. */
  private void close() throws IOException {
    RegionLineage last = lineage();
    last.opened();
    last.closed();
  }

  private static List<String> notes(java.nio.file.Path folder) throws IOException {
    try (Stream<java.nio.file.Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(LineageNotes.FILE))
          .toList();
    }
  }

  @Test
  void sameFilesAreTheSameRows() throws IOException {
    close();
    assertThat(lineage.problem()).isEmpty();
    files.names.clear();
    close();
    assertThat(lineage.problem()).isEmpty();
  }

  @Test
  void otherFilesAreOtherRows() throws IOException {
    link("f/t=r-a");
    close();
    assertThat(lineage.problem()).as("a link that was there").isEmpty();
    link("f/t=r-b");
    assertThat(lineage.problem()).isPresent();
    close();
    files.names.remove("f/b");
    assertThat(lineage.problem()).isPresent();
  }

  private void link(String name) {
    files.names.add(name);
    files.links.add(name);
  }

  /** A server that was taken for dead ends a flush when the region is closed again. */
  @Test
  void lateFlushOfAnotherServerDoesNotCount() throws IOException {
    close();
    files.names.add("f/c");
    assertThat(lineage.problem()).isEmpty();
  }

  /** They are archived when a warm-up has released them, maybe behind the close. */
  @Test
  void compactedFilesMayGoLate() throws IOException {
    close();
    files.names.remove("f/b");
    files.compacted.add("f/b");
    assertThat(lineage.problem()).isEmpty();
    files.names.remove("g/a");
    assertThat(lineage.problem()).isPresent();
  }

  @Test
  void familyWithoutAnIndexMayComeAndGo() throws IOException {
    files.names.add("other/a");
    close();
    files.names.remove("other/a");
    assertThat(lineage.problem()).as("dropped").isEmpty();
    close();
    link("other/t=r-a");
    assertThat(lineage.problem()).as("added").isEmpty();
  }

  @Test
  void regionOfADeadServerIsNotJudged() throws IOException {
    close();
    lineage.opened();
    link("f/t=r-c");
    assertThat(lineage.problem()).isEmpty();
  }

  /** A server that was taken for dead ends its close when another one has opened the region. */
  @Test
  void lateCloseOfAnotherServerDoesNotCount() throws IOException {
    lineage.opened();
    lineage().opened();
    lineage.closed();
    files.names.remove("f/a");
    assertThat(lineage().problem()).as("the other one died").isEmpty();
    close();
    assertThat(notes(folder)).as("of the opening and of its close").hasSize(2);
    files.names.remove("f/b");
    assertThat(lineage().problem()).isPresent();
  }

  @Test
  void problemNamesTheFiles() throws IOException {
    close();
    files.names.remove("f/a");
    link("f/t=r-c");
    assertThat(lineage.problem().orElseThrow()).contains("added [f/t=r-c]").contains("gone [f/a]");
  }

  /** Its server died while it wrote the note of the close. */
  @Test
  void partOfACloseIsNotJudged() throws IOException {
    close();
    String note = LineageNotes.FILE + "1.closed";
    String text = Files.readString(folder.resolve(note));
    files.names.clear();
    assertThat(lineage.problem()).as("all of it").isPresent();
    for (int length = 0; length < text.length(); length++) {
      cut(note, text, length);
      assertThat(lineage.problem()).as(text.substring(0, length)).isEmpty();
    }
  }

  /**
   * The note of an opening is cut short, so that opening has failed, and the one before counts. The
   * mutant "the highest number counts, complete or not" fails here.
   */
  @ParameterizedTest
  @ValueSource(strings = {"open\nend", "suspect why\nend"})
  void partOfAnOpeningDoesNotCount(String text) throws IOException {
    close();
    link("f/t=r-c");
    for (int length = 0; length < text.length(); length++) {
      cut(LineageNotes.FILE + "2", text, length);
      assertThat(lineage.problem()).as(text.substring(0, length)).isPresent();
    }
    lineage.suspect("why");
    cut(LineageNotes.FILE + "4", text, 3);
    assertThat(lineage.problem()).contains("why");
  }

  /** A region that a restoration has made stays one until the first note is complete. */
  @Test
  void partOfTheFirstNoteIsNoOpening() throws IOException {
    files.everOpen = false;
    cut(LineageNotes.FILE + "1", "suspect why", 7);
    assertThat(lineage.problem()).isPresent();
  }

  private void cut(String note, String text, int length) throws IOException {
    Files.deleteIfExists(folder.resolve("." + note + ".crc")); // of Hadoop
    Files.writeString(folder.resolve(note), text.substring(0, length));
  }

  @Test
  void firstOpeningIsThatOfASplitOrOfASnapshot() throws IOException {
    link("f/t=parent-c");
    assertThat(lineage.problem()).as("a split makes links").isEmpty();
    files.own.add("other/t=r-c");
    assertThat(lineage.problem()).as("of a family without an index").isEmpty();
    files.own.add("f/t=r-c");
    assertThat(lineage.problem()).contains("it has files of a snapshot");
    files.everOpen = false;
    assertThat(lineage.problem()).contains("it is new, and not of a split or merge");
  }

  /** The parent opens again, unchanged, if a snapshot from before is restored. */
  @Test
  void parentOfASplitIsSuspect() throws IOException {
    close();
    for (String name : List.of("a", "b")) {
      RegionLineage child = child(name);
      assertThat(child.problem()).isEmpty();
      child.opened();
      assertThat(lineage.problem().orElseThrow()).contains("split or merge");
    }
    assertThat(table.resolve("deleted")).doesNotExist();
    close();
    assertThat(lineage.problem()).as("opened in spite of it, with lookups refused").isEmpty();
    child("a").opened();
    assertThat(lineage.problem()).as("not the first opening of the other region").isEmpty();
  }

  @Test
  void regionsOfASplitOfASuspectRegionAreSuspect() throws IOException {
    lineage.suspect("files gone");
    for (String name : List.of("a", "b")) {
      RegionLineage child = child(name);
      assertThat(child.problem()).contains("files gone");
      child.suspect("files gone");
      assertThat(child.problem()).contains("files gone");
    }
  }

  /** The mutant "own note before the parents know" fails here. */
  @Test
  void splitRegionDoesNotOpenUnlessItsParentKnows() throws IOException {
    close();
    FakeFiles ofChild = new FakeFiles();
    RegionLineage child = child("a", ofChild);
    ofChild.fail = true;
    assertThatExceptionOfType(IOException.class).isThrownBy(child::opened);
    ofChild.fail = false;
    assertThat(lineage.problem()).isEmpty();
    child.opened();
    assertThat(lineage.problem()).isPresent();
  }

  /** A server that was taken for dead closes a region that HBase has deleted. */
  @Test
  void lateCloseMakesNoFolder() throws IOException {
    lineage.opened();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(java.nio.file.Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }
        });
    Files.delete(folder);
    assertThatExceptionOfType(IOException.class).isThrownBy(lineage::closed);
    assertThat(folder).doesNotExist();
  }
}
