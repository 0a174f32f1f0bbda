// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowKeysTest {
  private static final String CITY = "value f:city string";
  private static final String BOTH = "parts f:a string, f:b string";

  @Test
  void writtenValueIsPossibleEvenIntoThePast() throws IndexKeyException {
    assertThat(possible(CITY, "put city 20 seq=1 Rome", "", "put city 10 seq=0 Oslo"))
        .containsExactly("Oslo");
  }

  @Test
  void deletionOfColumnOrFamilyMakesNothingPossible() throws IndexKeyException {
    assertThat(possible(CITY, "put city 20 seq=1 Rome", "", "delete-column city 30 seq=0"))
        .isEmpty();
    assertThat(possible(CITY, "put city 20 seq=1 Rome", "", "delete-family - 30 seq=0")).isEmpty();
  }

  @Test
  void deletionOfAVersionUncoversAnOlderOne() throws IndexKeyException {
    String raw = "put city 20 seq=2 Rome\nput city 10 seq=1 Oslo\nput city 5 seq=1 Bonn";

    assertThat(possible(CITY, "put city 20 seq=2 Rome", raw, "delete-version city 20 seq=0"))
        .containsExactly("Oslo");
    assertThat(possible(CITY, "put city 20 seq=2 Rome", raw, "delete-family-version - 20 seq=0"))
        .containsExactly("Oslo");
    assertThat(
            possible(
                CITY,
                "put city 20 seq=2 Rome",
                raw,
                "delete-version city 20 seq=0\ndelete-version city 10 seq=0"))
        .containsExactly("Bonn");
  }

  /** A crash undoes the put of Oslo, so Bonn shows, which is older than what is uncovered now. */
  @Test
  void deletionBelowAnUnsyncedPutMayUncoverAnyStoredOne() throws IndexKeyException {
    String raw =
        "put city 30 seq=0 Rome\nput city 20 seq=2 Oslo\nput city 10 seq=1 Bonn\n"
            + "put city 5 seq=1 Lima";

    assertThat(
            possibleOfUnsynced(CITY, "put city 30 seq=0 Rome", raw, "delete-version city 10 seq=0"))
        .containsExactly("Lima", "Oslo", "Rome");
  }

  @Test
  void storedPartBelowAnUnsyncedOneCounts() throws IndexKeyException {
    String visible = "put a 20 seq=2 new\nput b 10 seq=1 y";
    String raw = visible + "\nput a 10 seq=1 old";

    assertThat(possibleOfUnsynced(BOTH, visible, raw, "put b 20 seq=0 z"))
        .containsExactly("new,z", "old,z");
    assertThat(possible(BOTH, visible, raw, "put b 20 seq=0 z")).containsExactly("new,z");
  }

  @Test
  void rowWithManyStoredPartsCanBeWrittenAllTheSame() throws IndexKeyException {
    StringBuilder raw = new StringBuilder("put b 10 seq=1 y");
    for (int i = 0; i < 17; i++) {
      raw.append("\nput a ").append(i).append(" seq=1 v").append(i);
    }

    assertThat(
            possibleOfUnsynced(
                BOTH, "put a 16 seq=1 v16\nput b 10 seq=1 y", raw.toString(), "put b 20 seq=0 z"))
        .containsExactly("v16,z");
  }

  @Test
  void compoundKeyHasAtLeastOneFreshPart() throws IndexKeyException {
    String visible = "put a 10 seq=1 x\nput b 10 seq=1 y";

    assertThat(possible(BOTH, visible, "", "put a 20 seq=0 z")).containsExactly("z,y");
    assertThat(possible(BOTH, visible, "", "put a 20 seq=0 z\nput b 20 seq=0 w"))
        .containsExactly("x,w", "z,w", "z,y");
    assertThat(possible(BOTH, visible, "", "put a 20 seq=0 x")).containsExactly("x,y");
    assertThat(possible(BOTH, "", "", "put a 20 seq=0 x")).isEmpty();
  }

  @Test
  void maskedPartThatMayComeBackCounts() throws IndexKeyException {
    String visible = "put a 10 seq=1 x\nput b 30 seq=9 y";
    String raw = visible + "\nput b 10 seq=5 masked\ndelete-column b 20 seq=4";

    assertThat(possible(BOTH, visible, raw, "put a 20 seq=0 z")).containsExactly("z,masked", "z,y");
  }

  @Test
  void valueThatMayComeBackMayShow() throws IndexKeyException {
    String raw = "put city 10 seq=1 Rome\ndelete-version city 30 seq=2\nput city 30 seq=3 Oslo";

    assertThat(mayShow(CITY, "put city 10 seq=1 Rome", raw)).containsExactly("Oslo", "Rome");
    assertThat(mayShow(CITY, "", "put city 30 seq=1 Oslo\ndelete-version city 30 seq=2")).isEmpty();
    assertThat(mayShow(BOTH, "", "put a 10 seq=1 x\nput b 10 seq=1 y")).containsExactly("x,y");
  }

  @Test
  void tooManyCombinationsAreRefused() {
    StringBuilder puts = new StringBuilder();
    for (int i = 0; i < 17; i++) {
      puts.append("put a ").append(i).append(" seq=0 v").append(i).append('\n');
    }

    assertThat(
            catchThrowableOfType(
                IndexKeyException.class,
                () -> possible(BOTH, "put b 10 seq=1 y", "", puts.toString())))
        .hasMessage("17 combinations of the values of the parts: expected at most 16");
  }

  @Test
  void valueOfAnotherTypeIsRefused() {
    assertThat(
            catchThrowableOfType(
                IndexKeyException.class,
                () -> possible("value f:n int", "", "", "put n 10 seq=0 abc")))
        .hasMessage("value of 3 bytes: expected int, 4 bytes");
  }

  @Test
  void rawCellsAreReadOnlyWhereTheyMatter() {
    assertThat(keys(CITY).needsRaw(change("put city 1 seq=0 Rome"))).isFalse();
    assertThat(keys(CITY).needsRaw(change("delete-column city 1 seq=0"))).isFalse();
    assertThat(keys(CITY).needsRaw(change("delete-version city 1 seq=0"))).isTrue();
    assertThat(keys(BOTH).needsRaw(change("put a 1 seq=0 x"))).isTrue();
  }

  private static RowKeys keys(String text) {
    return new RowKeys(IndexSpec.parse("i", text));
  }

  private static RowChange change(String script) {
    RowChange change = new RowChange(Cells.ROW);
    Cells.of(script).forEach(change::add);
    return change;
  }

  private static List<String> possible(String text, String visible, String raw, String change)
      throws IndexKeyException {
    RowKeys keys = keys(text);
    return texts(keys, keys.possible(Cells.of(visible), Cells.of(raw), change(change), false));
  }

  private static List<String> possibleOfUnsynced(
      String text, String visible, String raw, String change) throws IndexKeyException {
    RowKeys keys = keys(text);
    return texts(keys, keys.possible(Cells.of(visible), Cells.of(raw), change(change), true));
  }

  private static List<String> mayShow(String text, String visible, String raw)
      throws IndexKeyException {
    RowKeys keys = keys(text);
    return texts(keys, keys.mayShow(Cells.of(visible), Cells.of(raw)));
  }

  private static List<String> texts(RowKeys keys, NavigableSet<byte[]> encoded)
      throws IndexKeyException {
    EntryCodec codec = new EntryCodec(keys.spec());
    TreeSet<String> texts = new TreeSet<>();
    for (byte[] key : encoded) {
      texts.add(String.join(",", codec.values(key).stream().map(Bytes::toString).toList()));
    }
    return List.copyOf(texts);
  }
}
