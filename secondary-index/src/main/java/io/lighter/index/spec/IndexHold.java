// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A hold of a data table: while its descriptor has one, no region removes an entry, and no
 * compaction writes a live set. The end of the procedure that puts it there is a barrier: removals
 * that were decided before reach writes from before only, and so do live sets. Entries with a stamp
 * of at least the sequence id with which a region was opened after the barrier stay until the hold
 * ends.
 *
 * @param id the load; letters, digits, {@code _}, {@code -} and {@code .}
 * @param indexes names of the indexes, at least one
 * @param subject the folder that is loaded
 */
public record IndexHold(String id, SortedSet<String> indexes, String subject) {
  private static final Pattern FORM =
      Pattern.compile("bulkload ([A-Za-z0-9_.-]+) ([A-Za-z0-9_,-]+) (.+)");

  public IndexHold {
    indexes = new TreeSet<>(indexes);
  }

  /** The hold as {@link #parse} reads it. */
  public String text() {
    return "bulkload %s %s %s".formatted(id, String.join(",", indexes), subject);
  }

  /** Reads a hold; empty if the text is none. */
  static Optional<IndexHold> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    SortedSet<String> indexes = new TreeSet<>();
    for (String index : parts.group(2).split(",", -1)) {
      indexes.add(index);
    }
    return Optional.of(new IndexHold(parts.group(1), indexes, parts.group(3)));
  }

  /** The hold of a data table; empty if there is none, or if it cannot be read. */
  public static Optional<IndexHold> of(TableDescriptor data) {
    return Optional.ofNullable(data.getValue(IndexNames.HOLD)).flatMap(IndexHold::parse);
  }

  /** Whether a data table is held, also by what {@link #of} cannot read. */
  public static boolean isHeld(TableDescriptor data) {
    return data.getValue(IndexNames.HOLD) != null;
  }

  /** The name of the folder into which a load moves its files: only this load has them. */
  public String folder() {
    return ".lighter-" + id;
  }

  /**
   * Whether a region may take a file by HBase's bulk load.
   *
   * @param maintained indexes that writes of the region maintain
   * @param file path of the file
   */
  public boolean allows(Collection<String> maintained, String file) {
    if (!indexes.containsAll(maintained)) {
      return false;
    }
    Path path = new Path(file);
    while (path != null) {
      if (path.getName().equals(folder())) {
        return true;
      }
      path = path.getParent();
    }
    return false;
  }

  /**
   * What runs or was cut short, and how to go on, as one sentence without a full stop.
   *
   * @param table name of the data table
   */
  public String describe(String table) {
    return ("bulk load %s of '%s' runs or was cut short; repeat 'lighter index bulkload %s %s', or end"
            + " it with 'lighter index bulkload %s --cancel'")
        .formatted(id, subject, table, subject, table);
  }
}
