// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IndexHistoryTest {
  private static final String CITY = CheckedIndex.CITY.column();
  private static final KeySpan ROME = CheckedIndex.CITY.exact("rome");
  private static final KeySpan ALL = CheckedIndex.CITY.between("a", "z");
  private static final int VERSIONS = 3;

  private final IndexHistory history = new IndexHistory(2, VERSIONS);

  /** Timestamp of the next put. */
  private long timestamp = 100;

  @Test
  void rowThatHeldTheKeyDuringTheLookupMustBeShown() {
    put(0, "rome", 10, 20);

    assertThat(judge(ROME, 21, 30).missing()).containsExactly(0);
    assertThat(judge(ROME, 21, 30, 0).missing()).isEmpty();
  }

  @Test
  void rowThatNeverHeldTheKeyMustNotBeShown() {
    put(0, "oslo", 10, 20);

    assertThat(judge(ROME, 21, 30, 0, 1).foreign()).containsExactly(0, 1);
    assertThat(judge(ROME, 21, 30).judged()).isEqualTo(2);
  }

  @Test
  void rowWhoseKeyIsBeingWrittenIsShownOrNot() {
    put(0, "rome", 10, 20);

    for (long[] times : new long[][] {{5, 10}, {12, 15}, {20, 25}, {5, 30}}) {
      assertThat(judge(ROME, times[0], times[1]).missing()).isEmpty();
      assertThat(judge(ROME, times[0], times[1], 0).foreign()).isEmpty();
    }
    assertThat(judge(ROME, 5, 9, 0).foreign()).containsExactly(0);
  }

  @Test
  void rowWhoseKeyWasReplacedDuringTheLookupIsShownOrNot() {
    put(0, "rome", 10, 20);
    put(0, "oslo", 30, 40);

    assertThat(judge(ROME, 25, 35).missing()).isEmpty();
    assertThat(judge(ROME, 25, 35, 0).foreign()).isEmpty();
    assertThat(judge(ROME, 25, 29).missing()).containsExactly(0);
    assertThat(judge(ROME, 41, 50, 0).foreign()).containsExactly(0);
  }

  @Test
  void overwriteWithTheSameKeyKeepsTheRowRequired() {
    put(0, "rome", 10, 20);
    put(0, "rome", 30, 40);

    assertThat(judge(ROME, 25, 50).missing()).containsExactly(0);
  }

  @Test
  void rowThatMovesWithinTheRangeIsRequiredOnlyBeforeItsFirstEntryCanBeRemoved() {
    put(0, "rome", 10, 20);
    put(0, "oslo", 30, 40);

    assertThat(judge(lookup(ALL, 25, 50, true, true)).missing()).containsExactly(0);
    assertThat(judge(lookup(ALL, 25, 50, true, false)).missing()).isEmpty();
  }

  @Test
  void limitedLookupHasNoMissingRowsButForeignOnes() {
    put(0, "rome", 10, 20);
    put(1, "oslo", 10, 20);

    IndexHistory.Verdict verdict = judge(lookup(ROME, 25, 50, false, true, 1));

    assertThat(verdict.missing()).isEmpty();
    assertThat(verdict.foreign()).containsExactly(1);
    assertThat(verdict.judged()).isEqualTo(1);
  }

  @Test
  void changeOfUnknownOutcomeMayHoldUntilAPutAboveIt() {
    put(0, "rome", 10, 20);
    history.row(0).begin(change("oslo"), 30);
    history.row(0).end(Outcome.UNKNOWN, 40);

    assertThat(judge(ROME, 50, 60).missing()).isEmpty();
    assertThat(judge(ROME, 50, 60, 0).foreign()).isEmpty();
    assertThat(judge(lookup(ALL, 50, 60, true, true)).missing()).containsExactly(0);

    put(0, "rome", 70, 80);
    assertThat(judge(ROME, 90, 95).missing()).containsExactly(0);
  }

  @Test
  void everySubsetOfABatchMayBeSeenMeanwhile() {
    RowChange change =
        new RowChange(
            List.of(
                List.of(new Step.Put(CITY, 1, "rome")), List.of(new Step.Put(CITY, 2, "oslo"))));
    history.row(0).begin(change, 10);

    assertThat(history.row(0).possible(CITY))
        .containsExactlyInAnyOrder(Optional.empty(), Optional.of("rome"), Optional.of("oslo"));

    history.row(0).end(Outcome.DURABLE, 20);
    assertThat(history.row(0).possible(CITY)).containsExactly(Optional.of("oslo"));
  }

  @Test
  void mutationIsSeenAsAWhole() {
    put(0, "rome", 10, 20);
    history
        .row(0)
        .begin(
            new RowChange(
                List.of(
                    List.of(
                        new Step.DeleteUpTo(Optional.empty(), timestamp + 1),
                        new Step.Put(CITY, timestamp + 2, "oslo")))),
            30);

    assertThat(history.row(0).possible(CITY))
        .containsExactlyInAnyOrder(Optional.of("rome"), Optional.of("oslo"));
  }

  @Test
  void rowIsNotJudgedOnceRetired() {
    put(0, "rome", 10, 20);
    history.row(0).begin(change("oslo"), 30);
    history.row(0).retire();

    assertThat(judge(ROME, 40, 50).missing()).isEmpty();
    assertThat(judge(CheckedIndex.CITY.exact("bonn"), 40, 50, 0).foreign()).isEmpty();
  }

  @Test
  void eachKeyOfAValueIsJudged() {
    String column = CheckedIndex.TAGS.column();
    history.row(0).begin(RowChange.of(new Step.Put(column, 1, "a,b")), 10);
    history.row(0).end(Outcome.DURABLE, 20);
    KeySpan b = CheckedIndex.TAGS.exact("b");

    assertThat(
            history
                .judge(new IndexHistory.Lookup(CheckedIndex.TAGS, b, 30, 40, Set.of(), true, false))
                .missing())
        .containsExactly(0);
  }

  @Test
  void numbersAreOrderedAsNumbers() {
    KeySpan span = CheckedIndex.COUNT.between("9", "-10");

    assertThat(span.contains("0")).isTrue();
    assertThat(span.contains("-10")).isTrue();
    assertThat(span.contains("10")).isFalse();
  }

  @Test
  void timesThatAreForgottenAreNotJudged() {
    long minute = 60_000_000_000L;
    for (int i = 0; i < 200; i++) {
      put(0, "rome", i * minute, i * minute + 1);
    }

    assertThat(judge(ROME, 5 * minute, 6 * minute).missing()).isEmpty();
    assertThat(judge(ROME, 198 * minute + 2, 199 * minute).missing()).containsExactly(0);
  }

  @Test
  void changeOfARowBeginsAfterTheEndOfTheLastOne() {
    history.row(0).begin(change("rome"), 10);

    assertThatThrownBy(() -> history.row(0).begin(change("oslo"), 20))
        .isInstanceOf(IllegalStateException.class);
  }

  private RowChange change(String city) {
    return RowChange.of(new Step.Put(CITY, ++timestamp, city));
  }

  private void put(int row, String city, long begin, long end) {
    history.row(row).begin(change(city), begin);
    history.row(row).end(Outcome.DURABLE, end);
  }

  private IndexHistory.Verdict judge(KeySpan span, long start, long end, Integer... shown) {
    return judge(lookup(span, start, end, true, false, shown));
  }

  private IndexHistory.Verdict judge(IndexHistory.Lookup lookup) {
    return history.judge(lookup);
  }

  private static IndexHistory.Lookup lookup(
      KeySpan span, long start, long end, boolean isWhole, boolean sawNoRemoval, Integer... shown) {
    return new IndexHistory.Lookup(
        CheckedIndex.CITY,
        span,
        start,
        end,
        Arrays.stream(shown).collect(Collectors.toSet()),
        isWhole,
        sawNoRemoval);
  }
}
