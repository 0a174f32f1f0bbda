// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.engine.forest.ForestPlan.Job;
import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of the forest on their way to a compactor. */
class TreesPlanTest {
  private static final ForestHint TREE = new ForestHint(2, 0, 9, 0);

  @Test
  void compactorGetsWhatThePlannerChose() throws Exception {
    Trees plan = sent(plan(Job.CLUSTER, false, "c", "e"));

    assertThat(TreesPlan.tree(plan)).contains(TREE);
    assertThat(plan.getFenceList()).extracting(ByteString::toStringUtf8).containsExactly("c", "e");
    assertThat(plan.getSstBytes()).isEqualTo(Files.LIMITS.sstBytes());
    assertThat(plan.getSstMinBytes()).isEqualTo(Files.LIMITS.sstMinBytes());
    assertThat(plan.getPiecesPerFence()).isEqualTo(Files.LIMITS.piecesPerFence());
    assertThat(plan.getMajor()).isFalse();
    assertThat(plan.getDropDeletes()).isFalse();
    assertThat(TreesPlan.writtenMillis(plan)).hasValue(7);
  }

  @Test
  void majorCompactionHasAnAgeOfItsOwn() throws Exception {
    Trees plan = sent(plan(Job.MAJOR, true));

    assertThat(plan.getMajor()).isTrue();
    assertThat(plan.getDropDeletes()).isTrue();
    assertThat(TreesPlan.writtenMillis(plan)).isEmpty();
  }

  @Test
  void chosenFilesAreOfNoTree() throws Exception {
    ForestPlan chosen = new ForestPlan(Job.CHOSEN, inputs(), Optional.empty(), List.of(), false);

    assertThat(TreesPlan.tree(sent(chosen))).isEmpty();
  }

  /** The inputs have the rows b to f. */
  @Test
  void fencesThatNoOutputMeetsStayAtHome() throws Exception {
    assertThat(sent(plan(Job.CLUSTER, false, "a", "b", "c", "f", "g", "h")).getFenceList())
        .extracting(ByteString::toStringUtf8)
        .as("from the one that the first output notes to the next one, up to which the last grows")
        .containsExactly("b", "c", "f", "g");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b c f g h", "c", "f g", "g h", "a b", ""})
  void outputsEndAtTheSameRowsAsByAllFences(String fences) throws Exception {
    List<byte[]> all =
        fences.isEmpty()
            ? List.of()
            : List.of(fences.split(" ")).stream().map(Bytes::toBytes).toList();
    ForestPlan plan = new ForestPlan(Job.CLUSTER, inputs(), Optional.of(TREE), all, false);

    assertThat(ends(TreesPlan.cuts(sent(plan)))).isEqualTo(ends(new CutRule(plan, Files.LIMITS)));
  }

  @Test
  void treeThatCannotBeIsNoTree() {
    Trees garbled = Trees.newBuilder().setStage(1).setLow(5).setHigh(5).build();

    assertThatIllegalArgumentException().isThrownBy(() -> TreesPlan.tree(garbled));
  }

  /** Returns the rows before which an output ends, if each row has 15 bytes. */
  private static List<String> ends(CutRule rule) {
    List<String> ends = new ArrayList<>();
    long bytes = 0;
    for (char letter = 'b'; letter <= 'f'; letter++) {
      for (int i = 0; i < 30; i++) {
        String row = i == 0 ? "" + letter : "%c%02d".formatted(letter, i);
        if (letter == 'f' && i > 0) {
          break;
        }
        if (rule.endsBefore(Bytes.toBytes(row), bytes)) {
          ends.add(row);
          bytes = 0;
        }
        bytes += 15;
      }
    }
    return ends;
  }

  private static ForestPlan plan(Job job, boolean dropsMarkers, String... fences) {
    return new ForestPlan(
        job,
        inputs(),
        Optional.of(TREE.withDeletes(3)),
        List.of(fences).stream().map(Bytes::toBytes).toList(),
        dropsMarkers);
  }

  private static List<ForestFile> inputs() {
    return List.of(
        Files.place(Files.facts(1, "b", "d", 100).writtenMillis(9).build(), null),
        Files.place(Files.facts(2, "c", "f", 100).writtenMillis(7).build(), null),
        Files.place(RangeFile.named("empty", 0, 3).writtenMillis(8).build(), null));
  }

  private static Trees sent(ForestPlan plan) throws InvalidProtocolBufferException {
    byte[] bytes = TreesPlan.encode(plan, Files.LIMITS).toByteArray();
    return CompactionPlan.parseFrom(bytes).getTrees();
  }
}
