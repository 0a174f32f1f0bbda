// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Notes in the folder of a region: hidden files, which HBase takes for no family, keeps when a
 * snapshot is restored into the region, and deletes with the region.
 *
 * <p>Each opening has a note with the next number, {@code .lighter-index-files.7}. A region opens
 * only when its note is complete, so a part of a note is that of an opening that failed, and does
 * not count. A clean close adds {@code .lighter-index-files.7.closed}; a part of it does not count
 * either. Of complete notes the one with the highest number counts: a server that was taken for
 * dead may write late.
 *
 * <p>An empty file {@code .lighter-index-files.replaced.<region>} says that a split or merge has
 * put the rows into that region. Its existence is all that counts, and each region has one of its
 * own, so that two which open at the same time do not meet.
 *
 * <p>No folder is made: a region that HBase has deleted stays deleted. Confined to the thread that
 * opens or closes the region.
 */
final class LineageNotes {
  /** First part of the name of a note; the number of an opening follows. */
  static final String FILE = ".lighter-index-files.";

  private static final String REPLACED = FILE + "replaced.";
  private static final String CLOSE = ".closed";

  private static final Pattern NAME = Pattern.compile(Pattern.quote(FILE) + "([1-9][0-9]{0,17})");

  /** Last line of each note, so that a part of it does not pass for all. */
  private static final String END = "end";

  /**
   * What an opening has noted.
   *
   * @param opened its lines
   * @param closed lines of the clean close of the same opening; empty if there was none
   */
  record Note(List<String> opened, Optional<List<String>> closed) {}

  private final FileSystem fs;
  private final Path folder;

  LineageNotes(FileSystem fs, Path folder) {
    this.fs = fs;
    this.folder = folder;
  }

  /** The notes of another region of the table, which may be gone. */
  LineageNotes of(String region) {
    return new LineageNotes(fs, new Path(folder.getParent(), region));
  }

  /** The encoded name of the region. */
  String region() {
    return folder.getName();
  }

  /** The note that counts; empty if the region was not opened before. */
  Optional<Note> last() throws IOException {
    for (Path note : byNumber(files()).values()) {
      Optional<List<String>> opened = read(note);
      if (opened.isPresent()) {
        Path close = note.suffix(CLOSE);
        return Optional.of(
            new Note(opened.get(), fs.exists(close) ? read(close) : Optional.empty()));
      }
    }
    return Optional.empty();
  }

  /**
   * Adds the note of a further opening, and deletes those of earlier ones, and what says that the
   * region is replaced.
   *
   * @return its number
   * @throws IOException also if another server opens the region at this moment
   */
  long open(List<String> lines) throws IOException {
    List<Path> before = files();
    SortedMap<Long, Path> numbers = byNumber(before);
    long number = numbers.isEmpty() ? 1 : numbers.firstKey() + 1;
    write(new Path(folder, FILE + number), lines);
    for (Path each : before) {
      fs.delete(each, false);
    }
    return number;
  }

  /** Adds the note of the clean close of an opening. */
  void close(long opening, List<String> lines) throws IOException {
    write(new Path(folder, FILE + opening + CLOSE), lines);
  }

  /** Notes that a split or merge has put the rows into another region; none if HBase deletes it. */
  void replacedBy(String region) throws IOException {
    Path mark = new Path(folder, REPLACED + region);
    try {
      if (!fs.exists(mark)) {
        create(mark).close();
      }
    } catch (IOException e) {
      if (fs.exists(folder)) {
        throw e;
      }
    }
  }

  /** Whether the rows were put into other regions since the last opening. */
  boolean isReplaced() throws IOException {
    return files().stream().anyMatch(file -> file.getName().startsWith(REPLACED));
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      for (FileStatus each : fs.listStatus(folder)) {
        if (each.getPath().getName().startsWith(FILE)) {
          files.add(each.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of(); // HBase has deleted the region
    }
    return files;
  }

  /** Those that are of openings, complete or not, the highest number first. */
  private static SortedMap<Long, Path> byNumber(List<Path> files) {
    SortedMap<Long, Path> notes = new TreeMap<>(Comparator.reverseOrder());
    for (Path each : files) {
      Matcher name = NAME.matcher(each.getName());
      if (name.matches()) {
        notes.put(Long.valueOf(name.group(1)), each);
      }
    }
    return notes;
  }

  /** The lines of a note; empty if it is not complete. */
  private Optional<List<String>> read(Path note) throws IOException {
    try (FSDataInputStream in = fs.open(note)) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      int last = lines.size() - 1;
      return last >= 0 && lines.get(last).equals(END)
          ? Optional.of(lines.subList(0, last))
          : Optional.empty();
    }
  }

  private void write(Path note, List<String> lines) throws IOException {
    List<String> all = new ArrayList<>(lines);
    all.add(END);
    try (FSDataOutputStream out = create(note)) {
      out.write(String.join("\n", all).getBytes(StandardCharsets.UTF_8));
    }
  }

  private FSDataOutputStream create(Path file) throws IOException {
    return fs.createNonRecursive(
        file,
        false,
        fs.getConf()
            .getInt(
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT),
        fs.getDefaultReplication(file),
        fs.getDefaultBlockSize(file),
        null);
  }
}
