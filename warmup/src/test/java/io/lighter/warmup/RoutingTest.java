// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.warmup.Routing.Route;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Runs the scenarios of {@code src/test/resources/testdata/routing.txt}. A scenario is a list of
 * commands ({@link Store}), a line {@code ----}, and what the commands print, up to an empty line.
 * With {@code -Dlighter.test.rewrite=true} the file gets what was printed; read the difference
 * before it is committed.
 */
class RoutingTest {
  private static final Path SCENARIOS = Path.of("src/test/resources/testdata/routing.txt");
  private static final String SEPARATOR = "----";

  @Test
  void scenariosPrintTheExpectedOutput() throws Exception {
    String expected = Files.readString(SCENARIOS);

    String actual = play(expected.lines().toList());

    if (Boolean.getBoolean("lighter.test.rewrite")) {
      Files.writeString(SCENARIOS, actual);
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** Without a warm-up, a read does not copy the list of files. */
  @Test
  void readWithoutAWarmupGetsTheCurrentCollection() {
    List<String> current = List.of("N", "c");

    assertThat(new Store(current).routing.route(Bytes.toBytes("001"), file -> true, current))
        .isSameAs(current);
  }

  /** Returns the scenarios with the output of their commands. */
  private static String play(List<String> lines) {
    StringBuilder played = new StringBuilder();
    StringBuilder printed = new StringBuilder();
    Store store = new Store(List.of());
    boolean skipping = false;
    for (String line : lines) {
      if (skipping && !line.isBlank()) {
        continue;
      }
      skipping = line.equals(SEPARATOR);
      played.append(line).append('\n');
      if (skipping) {
        played.append(printed);
        printed.setLength(0);
      } else if (line.startsWith("store ")) {
        store = new Store(words(line).subList(1, words(line).size()));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        printed.append(store.run(words(line)));
      }
    }
    assertThat(printed.toString()).as("printed behind the last ----").isEmpty();
    return played.toString();
  }

  private static List<String> words(String line) {
    return List.of(line.split(" +", -1));
  }

  /**
   * A store whose files are letters. Commands, one a line:
   *
   * <pre>
   * store FILE...                        begins a new store, whose current files are these
   * warm-up NAME INPUT... -> OUTPUT...   a compaction is committed; its warm-up starts
   * advance NAME ROW                     all rows before this one are warm
   * complete NAME                        all rows are warm
   * remove NAME                          the warm-up has ended
   * read ROW                             prints the files of a read; "first": an empty start row
   * read ROW of FILE...                  the same for a read that gets these files without a warm-up
   * read ROW of FILE... with FILE...     the same; of input files only these have rows of the read
   * counts                               prints how many reads got output files, and input files
   * </pre>
   */
  private static final class Store {
    private final LongAdder below = new LongAdder();
    private final LongAdder above = new LongAdder();
    private final Routing<String> routing = new Routing<>(below, above);
    private final Map<String, Route<String>> routes = new HashMap<>();
    private final List<String> current;

    Store(List<String> current) {
      this.current = current;
    }

    /** Runs a command and returns what it prints. */
    String run(List<String> words) {
      String printed = "";
      switch (words.get(0)) {
        case "warm-up" -> add(words.get(1), words.subList(2, words.size()));
        case "advance" -> threshold(words).advanceBefore(Bytes.toBytes(words.get(2)));
        case "complete" -> threshold(words).complete();
        case "remove" -> routing.remove(routes.get(words.get(1)));
        case "read" ->
            printed =
                read(words.get(1), words.size() > 2 ? words.subList(3, words.size()) : current);
        case "counts" -> printed = "output=" + below + " input=" + above + '\n';
        default -> throw new IllegalArgumentException("no such command: " + words);
      }
      return printed;
    }

    private void add(String name, List<String> files) {
      int arrow = files.indexOf("->");
      routes.put(
          name,
          new Route<>(
              files.subList(0, arrow),
              files.subList(arrow + 1, files.size()),
              new WarmupThreshold()));
      routing.add(routes.get(name));
    }

    private WarmupThreshold threshold(List<String> words) {
      return routes.get(words.get(1)).threshold();
    }

    private String read(String row, List<String> withoutWarmup) {
      byte[] startRow = row.equals("first") ? new byte[0] : Bytes.toBytes(row);
      int with = withoutWarmup.indexOf("with");
      Predicate<String> hasRows =
          with < 0 ? file -> true : withoutWarmup.subList(with + 1, withoutWarmup.size())::contains;
      List<String> found = with < 0 ? withoutWarmup : withoutWarmup.subList(0, with);
      List<String> files = new ArrayList<>(routing.route(startRow, hasRows, found));
      files.sort(String.CASE_INSENSITIVE_ORDER);
      return String.join(" ", files) + '\n';
    }
  }
}
