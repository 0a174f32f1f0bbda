// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A data table with one family {@code f} and its index table, in memory. Writes insert entries and
 * remove none; a test removes them as a region server would later. Not thread-safe.
 */
final class FakeTables implements IndexReads {
  static final byte[] F = bytes("f");

  /** The stamp of all entries. */
  static final long STAMP = 7;

  final NavigableMap<byte[], NavigableMap<byte[], byte[]>> rows =
      new TreeMap<>(Bytes.BYTES_COMPARATOR);
  final NavigableMap<byte[], Boolean> entries = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  final List<Integer> pages = new ArrayList<>();
  final List<Integer> fetches = new ArrayList<>();

  /** Calls with requests. */
  final List<List<Get>> requests = new ArrayList<>();

  /** What calls with requests answer. */
  CompletableFuture<?> answer = CompletableFuture.completedFuture(null);

  private final IndexSpec spec;
  private final EntryCodec codec;

  /** Runs after a page was read; gets the number of the page, from 1 on. */
  IntConsumer afterPage = page -> {};

  /** Runs before rows are read; gets the number of the call, from 1 on. */
  IntConsumer beforeRows = call -> {};

  /** Whether pages are refused, as by a region without the gate. */
  boolean closed;

  FakeTables(String definition) {
    this.spec = IndexSpec.parse("city", definition);
    this.codec = new EntryCodec(spec);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  IndexSpec spec() {
    return spec;
  }

  /** Writes a row anew, with pairs of columns and values, and inserts entries of its keys. */
  void put(String row, String... columnsAndValues) {
    NavigableMap<byte[], byte[]> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      cells.put(bytes(columnsAndValues[i]), bytes(columnsAndValues[i + 1]));
    }
    rows.put(bytes(row), cells);
    for (byte[] key : new SpecColumns(spec).keys(result(bytes(row), cells))) {
      entries.put(entryRow(key, bytes(row)), true);
    }
  }

  /** Deletes a row and leaves its entries. */
  void delete(String row) {
    rows.remove(bytes(row));
  }

  /** Removes the entry of a key of one part. */
  void removeEntry(String key, String row) {
    try {
      entries.remove(entryRow(codec.key(List.of(bytes(key))), bytes(row)));
    } catch (IndexKeyException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] entryRow(byte[] key, byte[] row) {
    try {
      return codec.entryRow(key, row);
    } catch (IndexKeyException e) {
      throw new AssertionError(e);
    }
  }

  private static Result result(byte[] row, NavigableMap<byte[], byte[]> cells) {
    List<Cell> all = new ArrayList<>();
    cells.forEach(
        (qualifier, value) ->
            all.add(
                CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                    .setRow(row)
                    .setFamily(F)
                    .setQualifier(qualifier)
                    .setTimestamp(1)
                    .setType(Cell.Type.Put)
                    .setValue(value)
                    .build()));
    return Result.create(all);
  }

  @Override
  public CompletableFuture<List<IndexRow>> entries(byte[] start, byte[] stop, int limit) {
    if (closed) {
      return CompletableFuture.failedFuture(new ReadGateClosedException(null, null));
    }
    NavigableMap<byte[], Boolean> range =
        stop.length == 0 ? entries.tailMap(start, true) : entries.subMap(start, true, stop, false);
    List<IndexRow> page =
        range.keySet().stream().limit(limit).map(row -> new IndexRow(row, STAMP)).toList();
    pages.add(page.size());
    afterPage.accept(pages.size());
    return CompletableFuture.completedFuture(page);
  }

  @Override
  public CompletableFuture<List<Result>> rows(List<Get> gets) {
    fetches.add(gets.size());
    beforeRows.accept(fetches.size());
    List<Result> results = new ArrayList<>();
    for (Get get : gets) {
      results.add(read(get));
    }
    return CompletableFuture.completedFuture(results);
  }

  @Override
  public CompletableFuture<?> requests(List<Get> gets) {
    requests.add(gets);
    return answer;
  }

  private Result read(Get get) {
    NavigableMap<byte[], byte[]> cells = rows.get(get.getRow());
    if (cells == null) {
      return Result.EMPTY_RESULT;
    }
    NavigableMap<byte[], byte[]> wanted = new TreeMap<>(cells);
    if (get.hasFamilies() && get.getFamilyMap().get(F) != null) {
      wanted.keySet().retainAll(get.getFamilyMap().get(F));
    }
    Result result = result(get.getRow(), wanted);
    return get.getFilter() == null ? result : filtered(result, get.getFilter());
  }

  /** Applies a filter of whole cells, as a region would. */
  private static Result filtered(Result result, Filter filter) {
    try {
      filter.reset();
      List<Cell> kept = new ArrayList<>();
      for (Cell cell : result.rawCells()) {
        if (filter.filterCell(cell) == Filter.ReturnCode.INCLUDE) {
          kept.add(cell);
        }
      }
      return filter.filterRow() ? Result.EMPTY_RESULT : Result.create(kept);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Opens the tables under a gate. */
  OpenIndex open(String gate) {
    return new OpenIndex(
        org.apache.hadoop.hbase.TableName.valueOf("ns:t"), spec, bytes(gate), this);
  }
}
