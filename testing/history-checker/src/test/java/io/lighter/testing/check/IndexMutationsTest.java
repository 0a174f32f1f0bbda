// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.RowChange;
import io.lighter.testing.index.Step;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.junit.jupiter.api.Test;

class IndexMutationsTest {
  private static final byte[] ROW = Keys.ofRow(7);
  private static final String CITY = CheckedIndex.CITY.column();
  private static final String COUNT = CheckedIndex.COUNT.column();

  @Test
  void putHasItsTimestampAndDurability() throws IOException {
    Put put = (Put) only(RowChange.of(new Step.Put(CITY, 5, "rome")), Durability.ASYNC_WAL);

    Cell cell = put.get(IndexMutations.FAMILY, IndexMutations.qualifier(CITY)).get(0);
    assertThat(cell.getTimestamp()).isEqualTo(5);
    assertThat(put.getDurability()).isEqualTo(Durability.ASYNC_WAL);
    assertThat(CellUtil.cloneValue(cell)).isEqualTo(IndexMutations.value(CITY, "rome"));
  }

  @Test
  void eachKindOfDeleteIsTheMarkerOfThatKind() throws IOException {
    Optional<String> city = Optional.of(CITY);

    assertThat(type(new Step.DeleteUpTo(city, 5))).isEqualTo(Cell.Type.DeleteColumn);
    assertThat(type(new Step.DeleteAt(city, 5))).isEqualTo(Cell.Type.Delete);
    assertThat(type(new Step.DeleteNewest(CITY))).isEqualTo(Cell.Type.Delete);
    assertThat(type(new Step.DeleteUpTo(Optional.empty(), 5))).isEqualTo(Cell.Type.DeleteFamily);
    assertThat(type(new Step.DeleteAt(Optional.empty(), 5)))
        .isEqualTo(Cell.Type.DeleteFamilyVersion);
  }

  @Test
  void mutationOfBothKindsIsARowMutation() throws IOException {
    Row request =
        only(
            RowChange.of(new Step.DeleteUpTo(Optional.empty(), 5), new Step.Put(CITY, 6, "rome")),
            Durability.USE_DEFAULT);

    assertThat(request).isInstanceOf(RowMutations.class);
    assertThat(((RowMutations) request).getMutations())
        .extracting(Mutation::getClass)
        .containsExactly(Delete.class, Put.class);
  }

  @Test
  void valuesAreReadBack() {
    assertThat(IndexMutations.text(COUNT, IndexMutations.value(COUNT, "-12"))).contains("-12");
    assertThat(IndexMutations.text(CITY, IndexMutations.value(CITY, "oslo"))).contains("oslo");
    assertThat(IndexMutations.text(CITY, null)).isEmpty();
  }

  @Test
  void randomChangesPutIntoThePastAndDeleteInAllWays() throws IOException {
    IndexChanges changes = new IndexChanges(new SplittableRandom(1));
    RowClock clock = new RowClock(() -> 1_000_000_000L);
    Set<Cell.Type> types = new HashSet<>();
    boolean isInThePast = false;
    int most = 0;
    for (int i = 0; i < 500; i++) {
      RowChange change = changes.next(clock);
      most = Math.max(most, change.mutations().size());
      for (Row request : IndexMutations.of(ROW, change, Durability.USE_DEFAULT)) {
        List<Mutation> mutations =
            request instanceof RowMutations both
                ? both.getMutations()
                : List.of((Mutation) request);
        for (Mutation mutation : mutations) {
          for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
              types.add(cell.getType());
              isInThePast |= cell.getTimestamp() < 1_000_000_000L;
            }
          }
        }
      }
    }

    assertThat(types)
        .containsExactlyInAnyOrder(
            Cell.Type.Put,
            Cell.Type.Delete,
            Cell.Type.DeleteColumn,
            Cell.Type.DeleteFamily,
            Cell.Type.DeleteFamilyVersion);
    assertThat(isInThePast).isTrue();
    assertThat(most).isEqualTo(3);
  }

  private static Cell.Type type(Step step) throws IOException {
    Delete delete = (Delete) only(RowChange.of(step), Durability.USE_DEFAULT);
    return delete.getFamilyCellMap().get(IndexMutations.FAMILY).get(0).getType();
  }

  private static Row only(RowChange change, Durability durability) throws IOException {
    List<Row> requests = IndexMutations.of(ROW, change, durability);
    assertThat(requests).hasSize(1);
    return requests.get(0);
  }
}
