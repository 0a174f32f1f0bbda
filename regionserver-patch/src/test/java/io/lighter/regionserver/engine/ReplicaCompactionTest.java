// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.engine.ReplicaFiles.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recognition of compactions in a change of a replica's files. */
class ReplicaCompactionTest {
  private final Map<String, Origin> origins = new HashMap<>();

  @Test
  void outputOfAllRemovedFilesIsACompaction() {
    lists("out", "a", "b");

    assertThat(change(List.of("a", "b"), List.of("out", "flushed")))
        .isEqualTo(new ReplicaCompaction<>(List.of("a", "b"), List.of("out")));
  }

  /** The cells of an input that was not open are nowhere but in the output. */
  @Test
  void missingInputIsNoCompaction() {
    lists("out", "a", "b");

    assertNone(List.of("a"), List.of("out"));
  }

  /** A route for a part of the change would leave out the rest. */
  @Test
  void removedFileThatIsNoInputIsNoCompaction() {
    lists("out", "a");

    assertNone(List.of("a", "b"), List.of("out"));
  }

  @Test
  void inputsOfInputsNeedNotBeThere() {
    lists("a", "archived");
    lists("out", "a", "b", "archived");

    assertThat(change(List.of("a", "b"), List.of("out")).outputs()).containsExactly("out");
  }

  @Test
  void inputsOfAHiddenListNeedNotBeThere() {
    origins.put("delta", new Origin(Set.of(), Set.of(), Set.of("wide")));
    lists("out", "base", "delta", "wide");

    assertThat(change(List.of("base", "delta"), List.of("out")).outputs()).containsExactly("out");
  }

  @Test
  void inputBetweenTwoCompactionsThatWasNeverOpenIsNoCompaction() {
    lists("second", "first", "c", "a", "b");

    assertNone(List.of("a", "b", "c"), List.of("second"));
  }

  @Test
  void severalOutputsAreOneCompaction() {
    lists("one", "a", "b");
    lists("two", "a", "b");

    assertThat(change(List.of("a", "b"), List.of("one", "two")).outputs())
        .containsExactly("one", "two");
  }

  @Test
  void orderedOutputsAreACompactionTogetherOnly() {
    origins.put("last", new Origin(Set.of("a"), Set.of("earlier"), Set.of()));

    assertThat(change(List.of("a"), List.of("earlier", "last")).outputs())
        .containsExactly("earlier", "last");
    assertNone(List.of("a"), List.of("last"));
  }

  @Test
  void additionsAndRemovalsAloneAreNoCompaction() {
    lists("out", "a");

    assertNone(List.of(), List.of("out"));
    assertNone(List.of("a"), List.of());
    assertNone(List.of("a"), List.of("flushed"));
  }

  @Test
  void primaryCommitsAfterTheLastOutput() {
    lists("one", "a", "b");
    lists("two", "a", "b");

    assertThat(committedMillis(List.of("a", "b"), Map.of("one", 10L, "two", 20L))).isEqualTo(20);
    assertThat(committedMillis(List.of("a", "b"), Map.of("one", 10L, "two", 0L))).isEqualTo(10);
  }

  @Test
  void onlyTheOutputWithTheListIsTheLastOfOrderedOutputs() {
    origins.put("last", new Origin(Set.of("a"), Set.of("earlier"), Set.of()));

    assertThat(committedMillis(List.of("a"), Map.of("earlier", 10L, "last", 20L))).isEqualTo(20);
  }

  @Test
  void firstOfTwoCompactionsCounts() {
    lists("one", "a", "b");
    lists("two", "c");

    assertThat(committedMillis(List.of("a", "b", "c"), Map.of("one", 10L, "two", 20L)))
        .isEqualTo(10);
    assertThat(committedMillis(List.of("a", "b", "c"), Map.of("one", 10L, "two", 0L))).isZero();
  }

  private long committedMillis(List<String> removed, Map<String, Long> written) {
    return ReplicaCompaction.committedMillis(
        change(removed, List.copyOf(written.keySet())),
        file -> file,
        file -> origins.getOrDefault(file, new Origin(Set.of(), Set.of(), Set.of())),
        written::get);
  }

  private void lists(String file, String... inputs) {
    origins.put(file, new Origin(Set.of(inputs), Set.of(), Set.of()));
  }

  private void assertNone(List<String> removed, List<String> added) {
    assertThat(change(removed, added)).isEqualTo(new ReplicaCompaction<>(List.of(), List.of()));
  }

  private ReplicaCompaction<String> change(List<String> removed, List<String> added) {
    return ReplicaCompaction.of(
        removed,
        added,
        file -> file,
        file -> origins.getOrDefault(file, new Origin(Set.of(), Set.of(), Set.of())));
  }
}
