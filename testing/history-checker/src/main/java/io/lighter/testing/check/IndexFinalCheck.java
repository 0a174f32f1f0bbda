// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.IndexHistory;
import io.lighter.testing.index.RowTimeline;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks an indexed table after the last write: every key that a row shows has its entry, and
 * lookups show exactly the rows with that key. The check is repeated after major compactions, of
 * the data first, which may uncover puts below delete markers, and then of the indexes, which drop
 * stale entries.
 */
final class IndexFinalCheck {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFinalCheck.class);

  private final CheckContext context;
  private final IndexHistory history;
  private final CheckedIndexTables tables;
  private final List<IndexLookups> clients;

  IndexFinalCheck(
      CheckContext context,
      IndexHistory history,
      CheckedIndexTables tables,
      List<IndexLookups> clients) {
    this.context = context;
    this.history = history;
    this.tables = tables;
    this.clients = List.copyOf(clients);
  }

  /**
   * What the tables contain in the end.
   *
   * @param entries entries of all indexes
   * @param stale entries without a row that shows the key
   * @param collected stale entries that the last compactions took, or negative if writes that had
   *     no answer added more
   */
  record Entries(long entries, long stale, long collected) {}

  /** A row with a key of an index. */
  private record Entry(CheckedIndex index, String key, String row) {}

  /** A difference that is a violation if a second look finds it, too. */
  private record Difference(Problem.Kind kind, Entry entry, String what) {}

  Entries run() throws IOException, InterruptedException {
    context.forgetLocations();
    compareTwice("final comparison");
    long before = stale(entries());
    compactAll(List.of(context.table()));
    compareTwice("final comparison after a compaction of the data");
    compactAll(tables.ofIndexes());
    compareTwice("final comparison after a compaction of the indexes");
    Set<Entry> entries = entries();
    long stale = stale(entries);
    return new Entries(entries.size(), stale, before - stale);
  }

  private void compactAll(List<TableName> names) throws IOException {
    try (Admin admin = context.connection().getAdmin()) {
      for (TableName name : names) {
        FinalCheck.compact(admin, name);
      }
      for (TableName name : names) {
        FinalCheck.awaitCompacted(admin, name, 1);
      }
    }
  }

  /** Compares twice, because a write without an answer may have been executed in between. */
  private void compareTwice(String what) throws IOException, InterruptedException {
    Set<Difference> differences = compare(what);
    if (!differences.isEmpty()) {
      differences.retainAll(compare(what));
    }
    long now = context.model().now();
    for (Difference each : differences) {
      IndexProblems.report(
          context,
          new Problem(each.kind, "key '%s' of %s".formatted(each.entry.key, each.entry.index)),
          each.entry.row.getBytes(US_ASCII),
          each.what,
          new Read(what, now, now));
    }
  }

  /** Compares until all reads succeed: a killed server's regions may still be closed. */
  private Set<Difference> compare(String what) throws IOException, InterruptedException {
    AtomicReference<Set<Difference>> differences = new AtomicReference<>();
    Retries.realTime()
        .send(
            what,
            () -> {
              differences.set(compare());
              return null;
            },
            failure -> LOG.warn("{} is repeated", what, failure));
    return differences.get();
  }

  private Set<Difference> compare() throws IOException {
    Set<Difference> differences = new HashSet<>();
    Set<Entry> visible = visible(differences);
    Set<Entry> entries = entries();
    for (Entry entry : visible) {
      if (!entries.contains(entry)) {
        differences.add(new Difference(Problem.Kind.LOST_ENTRY, entry, "the row, without entry"));
      }
    }
    for (CheckedIndex index : CheckedIndex.values()) {
      for (IndexLookups client : clients) {
        compareLookups(index, client, visible, entries, differences);
      }
    }
    return differences;
  }

  /** Looks up each key that the index has entries for, and all of them at once. */
  private void compareLookups(
      CheckedIndex index,
      IndexLookups client,
      Set<Entry> visible,
      Set<Entry> entries,
      Set<Difference> differences)
      throws IOException {
    TreeMap<String, Set<String>> expected = new TreeMap<>(index.order());
    for (Entry entry : entries) {
      if (entry.index == index) {
        expected.computeIfAbsent(entry.key, key -> new TreeSet<>());
      }
    }
    for (Entry entry : visible) {
      if (entry.index == index) {
        expected.computeIfAbsent(entry.key, key -> new TreeSet<>()).add(entry.row);
      }
    }
    if (expected.isEmpty()) {
      return;
    }
    for (Map.Entry<String, Set<String>> each : expected.entrySet()) {
      Set<String> rows = find(client, index, each.getKey(), each.getKey());
      compareRows(index, each.getKey(), each.getValue(), rows, differences);
    }
    Set<String> all = new TreeSet<>();
    expected.values().forEach(all::addAll);
    Set<String> rows = find(client, index, expected.firstKey(), expected.lastKey());
    compareRows(index, "all", all, rows, differences);
  }

  private Set<String> find(IndexLookups client, CheckedIndex index, String from, String to)
      throws IOException {
    List<byte[]> answer = client.find(index, index.between(from, to), IndexLookups.NO_LIMIT);
    context.tally().add(client.event());
    Set<String> rows = new TreeSet<>();
    answer.forEach(row -> rows.add(Keys.toString(row)));
    return rows;
  }

  private void compareRows(
      CheckedIndex index,
      String key,
      Set<String> expected,
      Set<String> found,
      Set<Difference> differences) {
    context.tally().add(Tally.Event.JUDGED, expected.size());
    for (String row : expected) {
      if (!found.contains(row)) {
        Entry entry = new Entry(index, key, row);
        differences.add(new Difference(Problem.Kind.MISSING, entry, "nothing in a lookup"));
      }
    }
    for (String row : found) {
      if (!expected.contains(row)) {
        Entry entry = new Entry(index, key, row);
        differences.add(new Difference(Problem.Kind.FOREIGN, entry, "the row in a lookup"));
      }
    }
  }

  /** The keys that rows show; rows with one writer must show what the history says. */
  private Set<Entry> visible(Set<Difference> differences) throws IOException {
    Set<Entry> visible = new HashSet<>();
    Set<Integer> seen = new HashSet<>();
    try (Table table = context.connection().getTable(context.table());
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        for (CheckedIndex index : CheckedIndex.values()) {
          addVisible(result, index, visible, differences);
        }
        if (!ContendedRows.isContended(result.getRow())) {
          seen.add(Keys.row(result.getRow()));
        }
      }
    }
    for (int row = 0; row < history.rowCount(); row++) {
      if (!seen.contains(row)) {
        for (CheckedIndex index : CheckedIndex.values()) {
          judge(Keys.ofRow(row), index, Optional.empty(), differences);
        }
      }
    }
    return visible;
  }

  private void addVisible(
      Result result, CheckedIndex index, Set<Entry> visible, Set<Difference> differences) {
    byte[] value = result.getValue(IndexMutations.FAMILY, IndexMutations.qualifier(index.column()));
    Optional<String> text = IndexMutations.text(index.column(), value);
    String row = Keys.toString(result.getRow());
    text.ifPresent(
        shown -> index.keysOf(shown).forEach(key -> visible.add(new Entry(index, key, row))));
    if (!ContendedRows.isContended(result.getRow())) {
      judge(result.getRow(), index, text, differences);
    }
  }

  private void judge(
      byte[] row, CheckedIndex index, Optional<String> shown, Set<Difference> differences) {
    RowTimeline timeline = history.row(Keys.row(row));
    Set<Optional<String>> possible = timeline.possible(index.column());
    context.tally().add(Tally.Event.ROW_CHECKED);
    if (!timeline.isRetired() && !possible.contains(shown)) {
      differences.add(
          new Difference(
              Problem.Kind.IMPOSSIBLE,
              new Entry(index, shown.orElse(""), Keys.toString(row)),
              "%s rather than one of %s".formatted(shown, possible)));
    }
  }

  private Set<Entry> entries() throws IOException {
    Set<Entry> entries = new HashSet<>();
    for (CheckedIndex index : CheckedIndex.values()) {
      for (CheckedIndexTables.Entry entry : tables.entries(index)) {
        entries.add(new Entry(index, entry.key(), entry.row()));
      }
    }
    return entries;
  }

  private long stale(Set<Entry> entries) throws IOException {
    Set<Entry> stale = new HashSet<>(entries);
    stale.removeAll(visible(new HashSet<>()));
    return stale.size();
  }
}
