// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Tells whether a region opens with the rows with which it was closed. A restored snapshot, a
 * truncation or an operator may have given it others, for which an index has no entries. Such an
 * operation needs closed regions, and HBase closes a region of a disabled table in good order, also
 * after the death of its server.
 *
 * <p>A file in the region's folder has the names of the store files when the region was closed, or
 * says that it is open. HBase takes no hidden file there for a family, keeps it when a snapshot is
 * restored into the region, and deletes it with the region. Each opening has a file of its own,
 * {@code .lighter-index-files.1} and so on, and the one with the highest number counts: a server
 * that was taken for dead may write late.
 *
 * <ul>
 *   <li>Names of a clean close: the region is another one if a file is gone, or if there is another
 *       link to a file of a snapshot. Files that were compacted and are archived late do not count,
 *       nor do those of a family that has no index, which an operator may drop. Other new files do
 *       not count: HBase's restoration makes links only, and a server that was taken for dead may
 *       end a flush late, whose rows its successor has from the log.
 *   <li>Open: its server has died, and the region is opened again.
 *   <li>Suspect: as found before.
 *   <li>No file: the region is opened by the observer for the first time. It is another one if
 *       HBase has never opened it, unlike a region that a split or merge has made, or if it has
 *       links to files of its own name. Other links are no sign: a split gives its regions links to
 *       files of the parent, and those that the parent had from a snapshot.
 * </ul>
 *
 * Confined to the thread that opens or closes the region.
 */
final class RegionLineage {
  /** First part of the name of a file in the region's folder; the number of an opening follows. */
  static final String FILE = ".lighter-index-files.";

  private static final Pattern NAME = Pattern.compile(Pattern.quote(FILE) + "[1-9][0-9]{0,17}");

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

    /**
     * Those of {@link #names} that are links, or references to links. A region gets them when a
     * split makes it, and from then on by a restored snapshot only.
     */
    SortedSet<String> links() throws IOException;

    /** Those of {@link #links} to files of this region's name, which only a restoration makes. */
    SortedSet<String> linksToOwnFiles() throws IOException;

    /** The files, as {@link #names}, that compactions have replaced by those that are there. */
    Set<String> compactedInto() throws IOException;

    /** Whether HBase has opened the region before, or has made it of one that it had opened. */
    boolean wereEverOpen() throws IOException;
  }

  private final FileSystem fs;
  private final Path folder;
  private final Files files;

  /** The opening that this object has noted; 0 before. */
  private long opening;

  /**
   * Creates the lineage of a region.
   *
   * @param folder the region's folder
   */
  RegionLineage(FileSystem fs, Path folder, Files files) {
    this.fs = fs;
    this.folder = folder;
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
    Set<String> added = counted(files.links());
    added.removeAll(before);
    Set<String> gone = new TreeSet<>(before);
    gone.removeAll(files.names());
    if (!gone.isEmpty()) {
      gone.removeAll(files.compactedInto());
    }
    return added.isEmpty() && gone.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its files are not those with which it was closed: added %s, gone %s"
                .formatted(added, gone));
  }

  private Set<String> counted(Collection<String> names) {
    return names.stream().filter(files::count).collect(Collectors.toCollection(TreeSet::new));
  }

  private Optional<String> firstOpening() throws IOException {
    if (!files.wereEverOpen()) {
      return Optional.of("it is new, and not of a split or merge");
    }
    return counted(files.linksToOwnFiles()).isEmpty()
        ? Optional.empty()
        : Optional.of("it has files of a snapshot");
  }

  /**
   * Notes that the region is open.
   *
   * @throws IOException also if another server opens the region at this moment
   */
  void opened() throws IOException {
    open(OPEN);
  }

  /**
   * Notes that the region is open with other rows than those of the last close, for as long as it
   * exists.
   *
   * @throws IOException also if another server opens the region at this moment
   */
  void suspect(String problem) throws IOException {
    open(SUSPECT + " " + problem);
  }

  private void open(String text) throws IOException {
    SortedMap<Long, Path> before = notes();
    opening = before.isEmpty() ? 1 : before.lastKey() + 1;
    write(text, false);
    for (Path note : before.values()) {
      fs.delete(note, false);
    }
  }

  /** Notes the files of the region, which was {@link #opened} and is closed in good order. */
  void closed() throws IOException {
    List<String> lines = new ArrayList<>(List.of(CLOSED));
    lines.addAll(files.names());
    lines.add(END);
    write(String.join("\n", lines), true);
  }

  private Optional<String> read() throws IOException {
    SortedMap<Long, Path> notes = notes();
    if (notes.isEmpty()) {
      return Optional.empty();
    }
    try (FSDataInputStream in = fs.open(notes.get(notes.lastKey()))) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The notes by number. */
  private SortedMap<Long, Path> notes() throws IOException {
    SortedMap<Long, Path> notes = new TreeMap<>();
    for (FileStatus each : fs.listStatus(folder)) {
      String name = each.getPath().getName();
      if (NAME.matcher(name).matches()) {
        notes.put(Long.valueOf(name.substring(FILE.length())), each.getPath());
      }
    }
    return notes;
  }

  private void write(String text, boolean again) throws IOException {
    try (FSDataOutputStream out = fs.create(new Path(folder, FILE + opening), again)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
