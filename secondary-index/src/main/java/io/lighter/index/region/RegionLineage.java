// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells whether a region opens with the rows with which it was closed. A restored snapshot, a
 * truncation or an operator may have given it others, for which an index has no entries. Such an
 * operation needs closed regions, and HBase closes a region of a disabled table in good order, also
 * after the death of its server.
 *
 * <p>A {@linkplain LineageNotes note} has the names of the store files when the region was closed,
 * or says that it is open. The first opening of a region that a split or merge has made tells the
 * regions from which it has its rows that they are replaced.
 *
 * <ul>
 *   <li>Replaced: HBase keeps such a region, unchanged, until no other one refers to its files. It
 *       opens only if a snapshot from before the split or merge is restored. A split or merge is
 *       never undone when its regions open.
 *   <li>Names of a clean close: the region is another one if a file is gone, or if there is another
 *       link to a file of a snapshot. Files that were compacted and are archived late do not count,
 *       nor do those of a family that has no index, which an operator may drop. Other new files do
 *       not count: HBase's restoration makes links only, and a server that was taken for dead may
 *       end a flush late, whose rows its successor has from the log.
 *   <li>Open: its server has died, and the region is opened again.
 *   <li>Suspect: as found before.
 *   <li>No file: the region is opened by the observer for the first time. It is another one if
 *       HBase has never opened it, unlike a region that a split or merge has made, or if it has
 *       links to files of its own name, or if a region of which it was made is suspect. Other links
 *       are no sign: a split gives its regions links to files of the parent, and those that the
 *       parent had from a snapshot.
 * </ul>
 *
 * Confined to the thread that opens or closes the region.
 */
final class RegionLineage {
  private static final String OPEN = "open";
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

    /**
     * Encoded names of the regions from which a split or merge has taken the files. One that HBase
     * has deleted may be missing, and so may one of which the region has no file.
     */
    Set<String> parents() throws IOException;

    /** Whether HBase has opened the region before, or has made it of one that it had opened. */
    boolean wereEverOpen() throws IOException;
  }

  private final LineageNotes notes;
  private final Files files;

  /** The opening that this object has noted; 0 before. */
  private long opening;

  RegionLineage(LineageNotes notes, Files files) {
    this.notes = notes;
    this.files = files;
  }

  /** Why the rows may be others than those of the last close; empty if they are the same. */
  Optional<String> problem() throws IOException {
    if (notes.isReplaced()) {
      return Optional.of("a split or merge has put its rows into other regions since");
    }
    Optional<LineageNotes.Note> last = notes.last();
    if (last.isEmpty()) {
      return firstOpening();
    }
    Optional<String> suspicion = suspicion(last.get());
    if (suspicion.isPresent()) {
      return suspicion;
    }
    Optional<List<String>> closed = last.get().closed();
    return closed.isEmpty()
        ? Optional.empty() // its server died, maybe while it wrote the note
        : changes(counted(closed.get()));
  }

  private Optional<String> changes(Set<String> before) throws IOException {
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
    if (!counted(files.linksToOwnFiles()).isEmpty()) {
      return Optional.of("it has files of a snapshot");
    }
    for (String parent : files.parents()) {
      Optional<String> problem = notes.of(parent).last().flatMap(RegionLineage::suspicion);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  /** What a note of a suspect region says was wrong; empty for another note. */
  private static Optional<String> suspicion(LineageNotes.Note note) {
    return note.opened().get(0).equals(SUSPECT)
        ? Optional.of(String.join(" ", note.opened().subList(1, note.opened().size())))
        : Optional.empty();
  }

  /**
   * Notes that the region is open.
   *
   * @throws IOException also if another server opens the region at this moment
   */
  void opened() throws IOException {
    open(List.of(OPEN));
  }

  /**
   * Notes that the region is open with other rows than those of the last close, for as long as it
   * exists.
   *
   * @throws IOException also if another server opens the region at this moment
   */
  void suspect(String problem) throws IOException {
    open(List.of(SUSPECT, problem));
  }

  private void open(List<String> lines) throws IOException {
    if (notes.last().isEmpty()) { // the first opening, and not before the parents know
      for (String parent : files.parents()) {
        notes.of(parent).replacedBy(notes.region());
      }
    }
    opening = notes.open(lines);
  }

  /** Notes the files of the region, which was {@link #opened} and is closed in good order. */
  void closed() throws IOException {
    notes.close(opening, List.copyOf(files.names()));
  }
}
