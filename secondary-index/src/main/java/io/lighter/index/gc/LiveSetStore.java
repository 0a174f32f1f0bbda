// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live sets of a data table. A set lies in the folder of its region, so HBase deletes it with
 * the region: after a truncation, a deletion, or a split or merge that is done. A set comes there
 * by a rename from the folder of its job, which is below the region's folder, too. A job that was
 * given up has lost that folder and publishes nothing.
 *
 * <p>Sequence ids of a region may go back in one more way: a snapshot is restored in place. HBase
 * then writes the table's descriptor anew before it touches a region. A set therefore names the
 * descriptor that was there when its job began, and counts only while it is the current one. An
 * alteration of the data table costs the sets until the next compaction. Immutable.
 */
public final class LiveSetStore {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSetStore.class);
  private static final Pattern REGION = Pattern.compile("[0-9a-f]{32}");
  private static final String DESCRIPTORS = ".tabledesc";
  private static final String DESCRIPTOR = ".tableinfo.";

  private final FileSystem fs;
  private final Path tableDir;

  /**
   * A set in a file.
   *
   * @param region encoded name of the region whose folder has it
   */
  record Found(Path path, long length, long modified, String region, LiveSetName name) {}

  /** Creates the store of a data table, whose folder need not exist. */
  public LiveSetStore(FileSystem fs, Path tableDir) {
    this.fs = fs;
    this.tableDir = tableDir;
  }

  /**
   * The current descriptor of the table: its file's name, which has a number that grows, and time.
   *
   * @throws IOException if there is none
   */
  String identity() throws IOException {
    FileStatus newest = null;
    for (FileStatus file : fs.listStatus(new Path(tableDir, DESCRIPTORS))) {
      String name = file.getPath().getName();
      if (name.startsWith(DESCRIPTOR)
          && (newest == null || name.compareTo(newest.getPath().getName()) > 0)) {
        newest = file;
      }
    }
    if (newest == null) {
      throw new FileNotFoundException("no descriptor in " + tableDir);
    }
    return newest.getPath().getName() + "@" + newest.getModificationTime();
  }

  /**
   * Moves a set to its region's folder, and deletes the sets that it replaces.
   *
   * @return false if the region or the job's folder is gone
   */
  boolean publish(Path written, String region, LiveSetName name) throws IOException {
    Path folder = new Path(tableDir, region);
    if (!fs.exists(written)
        || !fs.exists(new Path(folder, HRegionFileSystem.REGION_INFO_FILE))
        || !fs.rename(written, new Path(folder, name.text()))) {
      return false;
    }
    for (Found other : in(folder)) {
      if (other.name().index().equals(name.index())
          && other.name().sequenceId() <= name.sequenceId()
          && !other.name().equals(name)) {
        fs.delete(other.path(), false);
      }
    }
    return true;
  }

  /** The newest set of each region that has one. */
  List<Found> newest(String index) throws IOException {
    List<Found> sets = new ArrayList<>();
    for (FileStatus region : fs.listStatus(tableDir)) {
      if (REGION.matcher(region.getPath().getName()).matches()) {
        in(region.getPath()).stream()
            .filter(set -> set.name().index().equals(index))
            .max(
                Comparator.comparingLong((Found set) -> set.name().sequenceId())
                    .thenComparingLong(Found::modified))
            .ifPresent(sets::add);
      }
    }
    return sets;
  }

  /** The sets in a region's folder; none if no region has it any more. */
  private List<Found> in(Path folder) throws IOException {
    List<Found> sets = new ArrayList<>();
    boolean isRegion = false;
    for (FileStatus file : list(folder)) {
      isRegion |= file.getPath().getName().equals(HRegionFileSystem.REGION_INFO_FILE);
      LiveSetName.parse(file.getPath().getName())
          .map(
              name ->
                  new Found(
                      file.getPath(),
                      file.getLen(),
                      file.getModificationTime(),
                      folder.getName(),
                      name))
          .ifPresent(sets::add);
    }
    return isRegion ? sets : List.of();
  }

  private FileStatus[] list(Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0]; // HBase has deleted the region since
    }
  }

  /**
   * Reads a set that may be used now; empty if it is none, is damaged or gone, or is not of this
   * definition or of the current table.
   */
  Optional<LiveSet> read(Found found, String definition, String identity) {
    try (FSDataInputStream in = fs.open(found.path())) {
      LiveSet set = LiveSetReader.read(in, found.length());
      LiveSetHeader header = set.header();
      boolean usable =
          header.definition().equals(definition)
              && header.identity().equals(identity)
              && header.region().equals(found.region())
              && header.sequenceId() == found.name().sequenceId();
      return usable ? Optional.of(set) : Optional.empty();
    } catch (FileNotFoundException e) {
      LOG.debug("live set {} was replaced", found.path(), e);
      return Optional.empty();
    } catch (IOException | RuntimeException e) { // of the library that reads filters
      LOG.warn("live set {} cannot be read; the entries of its rows stay", found.path(), e);
      return Optional.empty();
    }
  }
}
