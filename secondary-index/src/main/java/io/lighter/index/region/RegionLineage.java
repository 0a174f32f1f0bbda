// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Tells whether a region opens with the rows with which it was closed. A restored snapshot, a
 * truncation or an operator may have given it others, for which an index has no entries. Such an
 * operation needs closed regions, and HBase closes a region of a disabled table in good order, also
 * after the death of its server.
 *
 * <p>A file {@code .lighter-index-files} in the region's folder has the names of the store files
 * when the region was closed, or says that it is open. HBase takes no hidden file there for a
 * family, keeps it when a snapshot is restored into the region, and deletes it with the region.
 *
 * <ul>
 *   <li>Names of a clean close: the region is another one if its files are others. Files that were
 *       compacted and are archived late do not count, nor do those of a family that has no index,
 *       which an operator may drop.
 *   <li>Open: its server has died, and the region is opened again.
 *   <li>Suspect: as found before.
 *   <li>No file: the region is opened by the observer for the first time. It is another one if
 *       HBase has never opened it, unlike a region that a split or merge has made, or if it has
 *       files of a snapshot.
 * </ul>
 *
 * Confined to the thread that opens or closes the region.
 */
final class RegionLineage {
  /** The file in the region's folder. */
  static final String FILE = ".lighter-index-files";

  private static final String OPEN = "open";
  private static final String CLOSED = "closed";

  /** Last line behind the names, so that a part of the file does not pass for all. */
  private static final String END = "end";

  private static final String SUSPECT = "suspect";

  /** The store files of the region. */
  interface Files {
    /** Family and name of each, with a slash. */
    SortedSet<String> names() throws IOException;

    /** Whether rows of the file matter, which has such a name. */
    boolean count(String name);

    /** Whether any is a link to a file of a snapshot. */
    boolean haveLinks() throws IOException;

    /** The files, as {@link #names}, that compactions have replaced by those that are there. */
    Set<String> compactedInto() throws IOException;

    /** Whether HBase has opened the region before, or has made it of one that it had opened. */
    boolean wereEverOpen() throws IOException;
  }

  private final FileSystem fs;
  private final Path record;
  private final Files files;

  /**
   * Creates the lineage of a region.
   *
   * @param folder the region's folder
   */
  RegionLineage(FileSystem fs, Path folder, Files files) {
    this.fs = fs;
    this.record = new Path(folder, FILE);
    this.files = files;
  }

  /** Why the rows may be others than those of the last close; empty if they are the same. */
  Optional<String> problem() throws IOException {
    Optional<String> text = read();
    if (text.isEmpty()) {
      return firstOpening();
    }
    if (text.get().startsWith(SUSPECT)) {
      return Optional.of(text.get().substring(SUSPECT.length()).trim());
    }
    List<String> lines = text.get().lines().toList();
    int last = lines.size() - 1;
    if (!text.get().startsWith(CLOSED) || !lines.get(last).equals(END)) {
      return Optional.empty(); // its server died, maybe while it wrote the file
    }
    Set<String> before = counted(lines.subList(1, last));
    Set<String> now = counted(files.names());
    Set<String> gone = new HashSet<>(before);
    gone.removeAll(now);
    if (!before.containsAll(now) || (!gone.isEmpty() && !files.compactedInto().containsAll(gone))) {
      return Optional.of("its files are not those with which it was closed");
    }
    return Optional.empty();
  }

  private Set<String> counted(Collection<String> names) {
    return names.stream().filter(files::count).collect(Collectors.toSet());
  }

  private Optional<String> firstOpening() throws IOException {
    if (!files.wereEverOpen()) {
      return Optional.of("it is new, and not of a split or merge");
    }
    return files.haveLinks() ? Optional.of("it has files of a snapshot") : Optional.empty();
  }

  /** Notes that the region is open. */
  void opened() throws IOException {
    write(OPEN);
  }

  /**
   * Notes that the region is open with other rows than those of the last close, for as long as it
   * exists.
   */
  void suspect(String problem) throws IOException {
    write(SUSPECT + " " + problem);
  }

  /** Notes the files of the region, which is closed in good order. */
  void closed() throws IOException {
    List<String> lines = new ArrayList<>(List.of(CLOSED));
    lines.addAll(files.names());
    lines.add(END);
    write(String.join("\n", lines));
  }

  private Optional<String> read() throws IOException {
    try (FSDataInputStream in = fs.open(record)) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private void write(String text) throws IOException {
    try (FSDataOutputStream out = fs.create(record, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
