// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.RowChange;
import io.lighter.testing.index.RowTimeline;
import io.lighter.testing.index.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * A change whose cells have a region server's time: a plain put, an increment, an append, or a
 * delete of the newest version. A change of unknown outcome must not be followed by others, since
 * its timestamp would be above theirs if it were executed later.
 *
 * @param name name of the change in messages
 * @param change what the history records, with an earlier timestamp than the region server's
 * @param sender sends the change
 */
record ServerTimeChange(String name, RowChange change, Sender sender) {
  /** Length up to which strings are appended to. */
  private static final int MAX_LENGTH = 6;

  private static final String SUFFIX = "x";

  /** Sends a change. */
  @FunctionalInterface
  interface Sender {
    void send(Table table, byte[] row, Durability durability) throws IOException;
  }

  /**
   * A random change. Increments and appends need to know the value, and are drawn only then.
   *
   * @param timestamp not above the region server's, and above the row's timestamps so far
   */
  static ServerTimeChange any(
      RowTimeline row, long timestamp, IndexChanges changes, RandomGenerator random) {
    Optional<Optional<String>> city = onlyValue(row, CheckedIndex.CITY);
    Optional<Optional<String>> count = onlyValue(row, CheckedIndex.COUNT);
    int dice = random.nextInt(100);
    if (dice < 30 && count.isPresent()) {
      return increment(count.get(), timestamp, random.nextInt(1, 3));
    } else if (dice < 60 && city.isPresent() && city.get().orElse("").length() < MAX_LENGTH) {
      return append(city.get(), timestamp);
    } else if (dice < 70) {
      return deleteNewest(changes.column());
    }
    return put(timestamp, changes, random);
  }

  private static Optional<Optional<String>> onlyValue(RowTimeline row, CheckedIndex index) {
    Set<Optional<String>> possible = row.possible(index.column());
    return possible.size() == 1 ? Optional.of(possible.iterator().next()) : Optional.empty();
  }

  private static ServerTimeChange increment(Optional<String> before, long timestamp, long by) {
    String column = CheckedIndex.COUNT.column();
    long after = before.map(Long::parseLong).orElse(0L) + by;
    return new ServerTimeChange(
        "increment",
        RowChange.of(new Step.Put(column, timestamp, Long.toString(after))),
        (table, row, durability) ->
            table.increment(
                new Increment(row)
                    .addColumn(IndexMutations.FAMILY, IndexMutations.qualifier(column), by)
                    .setDurability(durability)));
  }

  private static ServerTimeChange append(Optional<String> before, long timestamp) {
    String column = CheckedIndex.CITY.column();
    return new ServerTimeChange(
        "append",
        RowChange.of(new Step.Put(column, timestamp, before.orElse("") + SUFFIX)),
        (table, row, durability) ->
            table.append(
                new Append(row)
                    .addColumn(
                        IndexMutations.FAMILY,
                        IndexMutations.qualifier(column),
                        IndexMutations.value(column, SUFFIX))
                    .setDurability(durability)));
  }

  private static ServerTimeChange deleteNewest(String column) {
    RowChange change = RowChange.of(new Step.DeleteNewest(column));
    return new ServerTimeChange(
        "delete of the newest version",
        change,
        (table, row, durability) ->
            table.delete(
                new Delete(row)
                    .addColumn(IndexMutations.FAMILY, IndexMutations.qualifier(column))
                    .setDurability(durability)));
  }

  private static ServerTimeChange put(
      long timestamp, IndexChanges changes, RandomGenerator random) {
    List<Step> steps = new ArrayList<>();
    for (String column : CheckedIndex.COLUMNS) {
      if (steps.isEmpty() || random.nextBoolean()) {
        steps.add(new Step.Put(column, timestamp, changes.value(column)));
      }
    }
    return new ServerTimeChange(
        "put",
        new RowChange(List.of(steps)),
        (table, row, durability) -> {
          Put put = new Put(row).setDurability(durability);
          for (Step step : steps) {
            Step.Put each = (Step.Put) step;
            put.addColumn(
                IndexMutations.FAMILY,
                IndexMutations.qualifier(each.column()),
                IndexMutations.value(each.column(), each.value()));
          }
          table.put(put);
        });
  }

  /** Sends the change. */
  void send(Table table, byte[] row, Durability durability) throws IOException {
    sender.send(table, row, durability);
  }
}
