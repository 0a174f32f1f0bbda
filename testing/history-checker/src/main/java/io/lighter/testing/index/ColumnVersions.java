// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The versions of one column of one row, and the delete markers above them. Immutable.
 *
 * <p>The rules are those of HBase's {@code ScanQueryMatcher} without {@code NEW_VERSION_BEHAVIOR}:
 * the put with the highest timestamp is visible, the later one of two with the same timestamp, and
 * a marker hides puts of its timestamps. A marker hides even puts that come after it, until a major
 * compaction drops the marker while such a put is still in the memstore; the put is visible from
 * then on. Flushes and compactions drop versions beyond {@code VERSIONS} at any time. What depends
 * on their timing is <em>possible</em>: {@link #possible} includes both cases.
 */
public final class ColumnVersions {
  private static final ColumnVersions NONE =
      new ColumnVersions(List.of(), Long.MIN_VALUE, Set.of());

  private static final Comparator<Version> NEWEST_FIRST =
      Comparator.comparingLong(Version::timestamp).thenComparingInt(Version::change).reversed();

  /** In the order of {@link #NEWEST_FIRST}. */
  private final List<Version> versions;

  /** Highest timestamp of a marker for all versions up to it. */
  private final long maskedUpTo;

  /** Timestamps above {@link #maskedUpTo} with a marker for exactly that version. */
  private final Set<Long> maskedAt;

  private ColumnVersions(List<Version> versions, long maskedUpTo, Set<Long> maskedAt) {
    this.versions = List.copyOf(versions);
    this.maskedUpTo = maskedUpTo;
    this.maskedAt = Set.copyOf(maskedAt);
  }

  /**
   * A put.
   *
   * @param change number of the row's change that it belongs to
   * @param isCertain whether the put is there, and no marker hides it
   * @param isLate whether the put may be executed at any later time
   */
  private record Version(
      long timestamp, String value, int change, boolean isCertain, boolean isLate) {
    Version uncertain() {
      return new Version(timestamp, value, change, false, isLate);
    }
  }

  /** A column without versions and markers. */
  public static ColumnVersions none() {
    return NONE;
  }

  /**
   * The column after a put.
   *
   * @param timestamp timestamp of the cell
   * @param change number of the row's change, which never decreases
   * @param maxVersions {@code VERSIONS} of the column's family
   */
  public ColumnVersions put(
      long timestamp, String value, int change, Outcome outcome, int maxVersions) {
    boolean isMasked = timestamp <= maskedUpTo || maskedAt.contains(timestamp);
    boolean isCertain = outcome == Outcome.DURABLE && !isMasked;
    List<Version> after = new ArrayList<>();
    for (Version version : versions) {
      if (!isCertain || version.timestamp != timestamp || version.isLate) {
        after.add(version);
      } else if (version.change == change) { // two puts of one batch, in either order
        after.add(version.uncertain());
        isCertain = false;
      }
    }
    after.add(new Version(timestamp, value, change, isCertain, outcome == Outcome.UNKNOWN));
    after.sort(NEWEST_FIRST);
    return new ColumnVersions(limited(after, maxVersions), maskedUpTo, maskedAt);
  }

  /** The column after a marker for all versions up to a timestamp. */
  public ColumnVersions deleteUpTo(long timestamp, int change, Outcome outcome) {
    long upTo = Math.max(maskedUpTo, timestamp);
    Set<Long> at = new HashSet<>(maskedAt);
    at.removeIf(each -> each <= upTo);
    return new ColumnVersions(
        without(version -> version.timestamp <= timestamp, change, outcome), upTo, at);
  }

  /** The column after a marker for the version with exactly this timestamp. */
  public ColumnVersions deleteAt(long timestamp, int change, Outcome outcome) {
    Set<Long> at = new HashSet<>(maskedAt);
    if (timestamp > maskedUpTo) {
      at.add(timestamp);
    }
    return new ColumnVersions(
        without(version -> version.timestamp == timestamp, change, outcome), maskedUpTo, at);
  }

  /**
   * The column after a delete of the newest version, whose timestamp the region server reads. A
   * client that sends the request again deletes the next version as well, so all are possible.
   */
  public ColumnVersions deleteNewest() {
    Set<Long> at = new HashSet<>(maskedAt);
    versions.forEach(version -> at.add(version.timestamp));
    at.removeIf(each -> each <= maskedUpTo);
    return new ColumnVersions(versions.stream().map(Version::uncertain).toList(), maskedUpTo, at);
  }

  /** The values that a read may show, empty for an absent column. A single element is certain. */
  public Set<Optional<String>> possible() {
    Set<Optional<String>> values = new LinkedHashSet<>();
    for (Version version : versions) {
      values.add(Optional.of(version.value));
      if (version.isCertain) {
        return values;
      }
    }
    values.add(Optional.empty());
    return values;
  }

  /** Number of versions that may exist. */
  public int size() {
    return versions.size();
  }

  /**
   * The versions after a marker. Those of earlier changes are gone for good, since no compaction
   * drops a marker without what it hides; those of the same change may have come after the marker.
   */
  private List<Version> without(Predicate<Version> hidden, int change, Outcome outcome) {
    List<Version> after = new ArrayList<>();
    for (Version version : versions) {
      if (!hidden.test(version)) {
        after.add(version);
      } else if (outcome != Outcome.DURABLE || version.isLate || version.change == change) {
        after.add(version.uncertain());
      }
    }
    return after;
  }

  /** The versions, of which those with enough versions above them may be dropped at any time. */
  private static List<Version> limited(List<Version> versions, int maxVersions) {
    List<Version> after = new ArrayList<>();
    Set<Long> above = new HashSet<>();
    for (Version version : versions) {
      boolean isDroppable = !above.contains(version.timestamp) && above.size() >= maxVersions;
      after.add(isDroppable ? version.uncertain() : version);
      above.add(version.timestamp);
    }
    return after;
  }
}
