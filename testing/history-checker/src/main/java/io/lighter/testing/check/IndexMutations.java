// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.RowChange;
import io.lighter.testing.index.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Translates changes of rows of an indexed table, and the values of its columns. Stateless. */
final class IndexMutations {
  /** The table's only family. */
  static final String FAMILY_NAME = "f";

  static final byte[] FAMILY = FAMILY_NAME.getBytes(US_ASCII);

  private IndexMutations() {}

  /** The requests of a change: one per mutation, for the client's batch. */
  static List<Row> of(byte[] row, RowChange change, Durability durability) throws IOException {
    List<Row> requests = new ArrayList<>();
    for (List<Step> steps : change.mutations()) {
      requests.add(request(row, steps, durability));
    }
    return requests;
  }

  /** A put or delete, or both if there are steps of both kinds. */
  private static Row request(byte[] row, List<Step> steps, Durability durability)
      throws IOException {
    Delete delete = new Delete(row);
    Put put = new Put(row);
    for (Step step : steps) {
      if (step instanceof Step.Put each) {
        put.addColumn(
            FAMILY, qualifier(each.column()), each.timestamp(), value(each.column(), each.value()));
      } else {
        add(step, delete);
      }
    }
    List<Mutation> mutations = new ArrayList<>();
    for (Mutation mutation : List.of(delete, put)) {
      if (!mutation.isEmpty()) {
        mutations.add(mutation.setDurability(durability));
      }
    }
    return mutations.size() == 1 ? mutations.get(0) : RowMutations.of(mutations);
  }

  private static void add(Step step, Delete delete) {
    if (step instanceof Step.DeleteUpTo each) {
      each.column()
          .ifPresentOrElse(
              column -> delete.addColumns(FAMILY, qualifier(column), each.timestamp()),
              () -> delete.addFamily(FAMILY, each.timestamp()));
    } else if (step instanceof Step.DeleteAt each) {
      each.column()
          .ifPresentOrElse(
              column -> delete.addColumn(FAMILY, qualifier(column), each.timestamp()),
              () -> delete.addFamilyVersion(FAMILY, each.timestamp()));
    } else if (step instanceof Step.DeleteNewest each) {
      delete.addColumn(FAMILY, qualifier(each.column()));
    } else {
      throw new IllegalArgumentException("unknown step " + step);
    }
  }

  static byte[] qualifier(String column) {
    return column.getBytes(US_ASCII);
  }

  /** The cell's value. */
  static byte[] value(String column, String text) {
    return isNumber(column) ? Bytes.toBytes(Long.parseLong(text)) : text.getBytes(US_ASCII);
  }

  /**
   * The text of a cell's value.
   *
   * @param value null for an absent column
   */
  static Optional<String> text(String column, byte[] value) {
    if (value == null) {
      return Optional.empty();
    }
    return Optional.of(
        isNumber(column) ? Long.toString(Bytes.toLong(value)) : new String(value, US_ASCII));
  }

  private static boolean isNumber(String column) {
    return column.equals(CheckedIndex.COUNT.column());
  }
}
