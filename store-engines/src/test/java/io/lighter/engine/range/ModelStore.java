// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A store with one column and one version, whose cells are numbers: the sequence id of a put, or
 * its negative for a delete marker. Carries out plans as HBase's compactor does.
 */
final class ModelStore {
  private static final int CELL_BYTES = 10;

  final RangeLimits limits;
  final RangePlanner planner;
  final Map<RangeFile, NavigableMap<Integer, List<Long>>> files = new LinkedHashMap<>();
  final List<RangePlan> running = new ArrayList<>();
  private final NavigableMap<Integer, List<Long>> memstore = new TreeMap<>();
  private final Map<Integer, Long> expected = new HashMap<>();
  private final Set<Integer> huge;

  /** Cells that a sweep has to visit. */
  private final Set<Long> unvisited = new HashSet<>();

  private long sequence;
  private int named;
  long clock;
  MajorSweep sweep = MajorSweep.NONE;

  ModelStore(RangeLimits limits, Set<Integer> huge) {
    this.limits = limits;
    this.huge = huge;
    planner = new RangePlanner(limits);
  }

  static byte[] row(int number) {
    return Bytes.toBytes("%05d".formatted(number));
  }

  private static int number(byte[] row) {
    return row.length == 0 ? Integer.MAX_VALUE : Integer.parseInt(Bytes.toString(row));
  }

  void put(int row) {
    write(row, ++sequence);
    expected.put(row, sequence);
  }

  void delete(int row) {
    write(row, - ++sequence);
    expected.remove(row);
  }

  private void write(int row, long cell) {
    memstore.computeIfAbsent(row, key -> new ArrayList<>()).add(cell);
  }

  void flush() {
    if (!memstore.isEmpty()) {
      NavigableMap<Integer, List<Long>> cells = new TreeMap<>();
      memstore.forEach((row, list) -> cells.put(row, compacted(list, false)));
      add(new Output(cells, sequence, KeyRange.OPEN, false, false, clock), true);
      memstore.clear();
    }
  }

  /**
   * Adds a file of puts to each {@code step}th row from {@code from} to {@code to}, inclusive.
   *
   * @param late how many ids ago the file's id was taken; negative for a file without an id
   * @param deletes whether every other cell is a delete marker
   */
  void bulkLoad(int from, int to, int step, long late, boolean deletes) {
    flush();
    NavigableMap<Integer, List<Long>> cells = new TreeMap<>();
    sequence++;
    for (int row = from; row <= to; row += step) {
      if (deletes && cells.size() % 2 == 1) {
        cells.put(row, List.of(-sequence));
        expected.remove(row);
      } else {
        cells.put(row, List.of(sequence));
        expected.put(row, sequence);
      }
    }
    long id = late < 0 ? -1 : Math.max(0, sequence - late);
    add(new Output(cells, id, KeyRange.OPEN, false, true, clock), true);
  }

  RangeLayout layout() {
    return RangeLayout.of(files.keySet(), limits.rangeBytes());
  }

  /** Starts the next compaction, if any. */
  boolean plan() {
    Set<String> busy = new HashSet<>();
    running.forEach(plan -> plan.inputs().forEach(file -> busy.add(file.name())));
    var plan = planner.next(layout(), busy, sweep);
    plan.ifPresent(running::add);
    return plan.isPresent();
  }

  /** Ends a running compaction. */
  void commit(RangePlan plan) {
    running.remove(plan);
    List<Output> outputs = outputs(plan);
    for (RangeFile input : plan.inputs()) {
      var cells = files.remove(input);
      if (plan.job().isMerge()) {
        cells.values().forEach(unvisited::removeAll);
      }
    }
    boolean alone = plan.inputs().stream().filter(file -> !file.isEmpty()).count() == 1;
    boolean stuck = alone && outputs.size() == 1 && plan.inputBytes() > limits.maxInputBytes();
    outputs.forEach(output -> add(output, !stuck));
  }

  /** Dies when the first {@code visible} outputs have been moved; running compactions vanish. */
  void crash(RangePlan plan, int visible) {
    List<Output> outputs = outputs(plan);
    running.clear();
    outputs.subList(0, Math.min(visible, outputs.size() - 1)).forEach(output -> add(output, true));
  }

  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Output(
      NavigableMap<Integer, List<Long>> cells,
      long id,
      byte[] start,
      boolean merged,
      boolean masksNewer,
      long written) {}

  private List<Output> outputs(RangePlan plan) {
    NavigableMap<Integer, List<Long>> cells = new TreeMap<>();
    long id = 0;
    for (RangeFile input : plan.inputs()) {
      id = Math.max(id, input.sequenceId());
      NavigableMap<Integer, List<Long>> of = files.get(input);
      if (of == null) {
        throw new AssertionError("input is gone: " + input + " of " + plan);
      }
      of.forEach((row, list) -> cells.computeIfAbsent(row, key -> new ArrayList<>()).addAll(list));
    }
    cells.replaceAll((row, list) -> compacted(list, plan.dropsMarkers()));
    cells.values().removeIf(List::isEmpty);
    for (Integer row : cells.keySet()) {
      if (!plan.keys().contains(row(row))) {
        throw new AssertionError(row + " is out of " + plan);
      }
    }
    long written =
        plan.job().isMerge()
            ? clock
            : plan.inputs().stream().mapToLong(RangeFile::writtenMillis).min().orElseThrow();
    boolean masks =
        !plan.dropsMarkers() && plan.inputs().stream().anyMatch(RangeFile::isMaskingNewer);
    List<Output> outputs = new ArrayList<>();
    if (!plan.boundaries().isEmpty()) {
      for (int i = 0; i + 1 < plan.boundaries().size(); i++) {
        byte[] from = plan.boundaries().get(i);
        var part =
            new TreeMap<>(
                cells.subMap(
                    from.length == 0 ? 0 : number(from), number(plan.boundaries().get(i + 1))));
        if (!part.isEmpty()) {
          outputs.add(new Output(part, id, from, plan.job().isMerge(), masks, written));
        }
      }
    } else {
      divide(cells, plan, id, masks, written, outputs);
    }
    if (outputs.isEmpty()) {
      outputs.add(new Output(new TreeMap<>(), id, plan.keys().from(), false, masks, written));
    }
    return outputs;
  }

  private static void divide(
      NavigableMap<Integer, List<Long>> cells,
      RangePlan plan,
      long id,
      boolean masks,
      long written,
      List<Output> outputs) {
    boolean merged = plan.job().isMerge();
    int perPart = (cells.size() + plan.outputs() - 1) / plan.outputs();
    NavigableMap<Integer, List<Long>> part = new TreeMap<>();
    byte[] start = plan.keys().from();
    for (var row : cells.entrySet()) {
      if (part.size() >= perPart) {
        outputs.add(new Output(part, id, start, merged, masks, written));
        part = new TreeMap<>();
        start = row(row.getKey());
      }
      part.put(row.getKey(), row.getValue());
    }
    if (!part.isEmpty()) {
      outputs.add(new Output(part, id, start, merged, masks, written));
    }
  }

  /** Keeps the newest put that no marker masks, and the markers unless they go. */
  private static List<Long> compacted(List<Long> cells, boolean dropMarkers) {
    long put = cells.stream().mapToLong(cell -> Math.max(0, cell)).max().orElse(0);
    long marker = cells.stream().mapToLong(cell -> Math.max(0, -cell)).max().orElse(0);
    List<Long> kept = new ArrayList<>();
    if (put > marker) {
      kept.add(put);
    }
    if (!dropMarkers && marker > 0) {
      kept.add(-marker);
    }
    return kept;
  }

  private void add(Output output, boolean divisible) {
    RangeFile.Builder file = RangeFile.named("f" + named++, bytes(output.cells()), output.id());
    file.writtenMillis(output.written()).divisible(divisible).merged(output.merged());
    add(file.masksNewer(output.masksNewer()), output.cells(), output.start(), true);
  }

  private void add(
      RangeFile.Builder file,
      NavigableMap<Integer, List<Long>> cells,
      byte[] start,
      boolean rowsKnown) {
    if (rowsKnown && !cells.isEmpty()) {
      file.rows(row(cells.firstKey()), row(cells.lastKey()));
    }
    files.put(file.startHint(start).build(), cells);
  }

  private long bytes(NavigableMap<Integer, List<Long>> cells) {
    long bytes = 1;
    for (var row : cells.entrySet()) {
      bytes += (long) CELL_BYTES * row.getValue().size() * (huge.contains(row.getKey()) ? 200 : 1);
    }
    return bytes;
  }

  /**
   * Returns the rows below or from {@code split}: halves as references, whole files as links. As in
   * HBase, the id of an upper half is one higher. Nobody knows the rows of some halves.
   */
  ModelStore half(int split, boolean low) {
    ModelStore half = new ModelStore(limits, huge);
    half.sequence = sequence + 1;
    half.clock = clock;
    files.forEach(
        (file, cells) -> {
          var part = new TreeMap<>(low ? cells.headMap(split, false) : cells.tailMap(split, true));
          if (!part.isEmpty() || cells.isEmpty()) {
            boolean reference = part.size() < cells.size();
            long id = file.sequenceId() + (reference && !low ? 1 : 0);
            RangeFile.Builder made =
                RangeFile.named("f" + half.named++, half.bytes(part), id)
                    .merged(file.isMerged())
                    .masksNewer(file.isMaskingNewer())
                    .writtenMillis(file.writtenMillis())
                    .reference(reference);
            half.add(made, part, file.startHint(), !reference || half.named % 3 > 0);
          }
        });
    expected.forEach(
        (row, value) -> {
          if (row < split == low) {
            half.expected.put(row, value);
          }
        });
    return half;
  }

  /** Adds the files of a store of other rows, as a merge of regions does. */
  void adopt(ModelStore other) {
    other.files.forEach(
        (file, cells) ->
            add(
                RangeFile.named("f" + named++, bytes(cells), file.sequenceId())
                    .merged(file.isMerged())
                    .masksNewer(file.isMaskingNewer())
                    .writtenMillis(file.writtenMillis())
                    .reference(true),
                cells,
                file.startHint(),
                named % 3 > 0));
    expected.putAll(other.expected);
    sequence = Math.max(sequence, other.sequence);
  }

  /** Compares each row with what was written, reading only the files of the row's read. */
  void check(Collection<Integer> rows) {
    RangeLayout layout = layout();
    for (int row : rows) {
      List<Long> cells = new ArrayList<>(memstore.getOrDefault(row, List.of()));
      for (RangeFile file : layout.reads(row(row), row(row))) {
        cells.addAll(files.get(file).getOrDefault(row, List.of()));
      }
      List<Long> visible = compacted(cells, true);
      Long wanted = expected.get(row);
      if (!visible.equals(wanted == null ? List.of() : List.of(wanted))) {
        throw new AssertionError(
            "row %d is %s instead of %s; %s".formatted(row, visible, wanted, layout));
      }
    }
  }

  /** Returns the files with cells of a row, for messages. */
  String describe(int row) {
    StringBuilder text = new StringBuilder();
    files.forEach(
        (file, cells) -> {
          if (cells.containsKey(row)) {
            text.append(file).append(' ').append(cells.get(row)).append("; ");
          }
        });
    return text.toString();
  }

  /** Asks for a major compaction of what is in files now. */
  void startSweep() {
    sweep = new MajorSweep(++clock);
    clock++;
    unvisited.clear();
    files.values().forEach(cells -> cells.values().forEach(unvisited::addAll));
  }

  /** Tells whether merges have read each cell that was there at the start of the sweep. */
  boolean isVisited() {
    return files.values().stream()
        .flatMap(cells -> cells.values().stream())
        .flatMap(List::stream)
        .noneMatch(unvisited::contains);
  }

  /** Returns the highest id, where -1 of a bulk load without an id counts as 0. */
  long highestId() {
    return Math.max(0, files.keySet().stream().mapToLong(RangeFile::sequenceId).max().orElse(0));
  }

  Set<Integer> writtenRows() {
    Set<Integer> rows = new TreeSet<>(expected.keySet());
    files.values().forEach(cells -> rows.addAll(cells.keySet()));
    return rows;
  }
}
