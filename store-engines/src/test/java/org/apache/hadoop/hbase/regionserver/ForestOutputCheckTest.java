// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.engine.OutputCheck;
import io.lighter.common.engine.PlannedContext;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.ForestCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outputs of a cluster that were written by another plan, or from other inputs. */
class ForestOutputCheckTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final List<HStoreFile> outputs = new ArrayList<>();
  private Twins twins;
  private CompactionContext compaction;
  private CompactionPlan plan;

  @BeforeEach
  void compactThreeFlushes() throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallForestEngine.SST_BYTES, 5_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            SmallForestEngine.class);
    for (int flush = 0; flush < 3; flush++) {
      for (int row = flush; row < 60; row += 2) {
        twins.put(row, 500);
      }
      twins.delete(new Delete(Twins.row(flush)));
      twins.flush();
    }
    assertThat(twins.select()).isTrue();
    compaction = twins.takeHeld();
    plan = ((PlannedContext) compaction).plan();
    for (Path path : compaction.compact(NoLimitThroughputController.INSTANCE, null)) {
      outputs.add(twins.store().getStoreEngine().createStoreFileAndReader(path));
    }
    assertThat(outputs).hasSizeGreaterThan(2);
  }

  @AfterEach
  void close() throws IOException {
    for (HStoreFile output : outputs) {
      output.closeStoreFile(true);
    }
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void outputsOfThePlanAreAccepted() throws IOException {
    check(plan, inputs(), outputs);
  }

  /** All inputs have the id -1, and HBase's compactor gives their output the id 0. */
  @Test
  void outputOfBulkLoadsWithoutAnIdIsAccepted() throws IOException {
    for (int file = 0; file < 2; file++) {
      BulkLoad load = new BulkLoad();
      load.put(100, Bytes.toBytes("q"), twins.tick(), new byte[10]);
      load.into(List.of(twins.tested, twins.plain), false, true);
    }
    List<HStoreFile> loads =
        twins.store().getStorefiles().stream().filter(HStoreFile::isBulkLoadResult).toList();
    assertThat(loads).hasSize(2).allMatch(file -> file.getMaxSequenceId() < 0);
    CompactionContext ofLoads = twins.store().getStoreEngine().createCompaction();
    ofLoads.preSelect(List.of());
    ofLoads.forceSelect(new CompactionRequestImpl(loads));
    List<HStoreFile> merged = new ArrayList<>();
    for (Path path : ofLoads.compact(NoLimitThroughputController.INSTANCE, null)) {
      merged.add(twins.store().getStoreEngine().createStoreFileAndReader(path));
    }
    outputs.addAll(merged);

    check(((PlannedContext) ofLoads).plan(), ofLoads.getRequest().getFiles(), merged);
  }

  /** A file of another tree is merged with that one, or hides that its own is not settled. */
  @Test
  void outputOfAnotherTreeIsRefused() {
    assertRefused(trees -> trees.setStage(trees.getStage() + 1), "says of its tree");
    assertRefused(trees -> trees.setHigh(trees.getHigh() + 1), "says of its tree");
    assertRefused(trees -> trees.setLow(trees.getLow() - 1), "says of its tree");
    assertRefused(trees -> trees.clearStage().clearLow().clearHigh(), "says of its tree");
  }

  /** They decide which markers later compactions drop, and which files a major one visits. */
  @Test
  void outputWithOtherFactsIsRefused() {
    assertThat(plan.getTrees().getDropDeletes()).isTrue();
    assertRefused(trees -> trees.setWrittenMs(5), "LIGHTER_RANGE_WRITTEN");
  }

  @Test
  void outputThatIsNotCutIsRefused() {
    ByteString fence = UnsafeByteOperations.unsafeWrap(Twins.row(5));
    assertRefused(trees -> trees.setSstMinBytes(0).addFence(fence), "does not end at the fence");
  }

  /** Later trees of the stage would be cut at rows at which no other tree is. */
  @Test
  void outputThatNotesAnotherFenceIsRefused() throws IOException {
    byte[] fence = Twins.row(10);
    List<HStoreFile> fenced = new ArrayList<>();
    CompactionPlan withFence =
        plan.toBuilder()
            .setTrees(plan.getTrees().toBuilder().addFence(UnsafeByteOperations.unsafeWrap(fence)))
            .build();
    ForestCompactor compactor = new ForestCompactor(util.getConfiguration(), twins.store());
    for (Path path :
        compactor.compact(
            compaction.getRequest(), withFence, NoLimitThroughputController.INSTANCE, null)) {
      fenced.add(twins.store().getStoreEngine().createStoreFileAndReader(path));
    }
    outputs.addAll(fenced);
    assertThat(fenced)
        .filteredOn(file -> file.getMetadataValue(ForestWriter.FENCE) != null)
        .isNotEmpty()
        .allMatch(file -> Bytes.equals(file.getMetadataValue(ForestWriter.FENCE), fence));

    check(withFence, inputs(), fenced);
    assertThatIOException()
        .isThrownBy(() -> check(plan, inputs(), fenced))
        .withMessageContaining("notes the fence " + Bytes.toStringBinary(fence));
    check(withFence, inputs(), outputs.subList(0, outputs.size() - fenced.size()));
  }

  /** HBase orders equal keys by the sequence ids of their files. */
  @Test
  void outputWithTheSequenceIdOfOtherInputsIsRefused() {
    List<HStoreFile> older = new ArrayList<>(inputs());
    older.removeIf(file -> file.getMaxSequenceId() == outputs.get(0).getMaxSequenceId());

    assertThatIOException()
        .isThrownBy(() -> check(plan, older, outputs))
        .withMessageContaining("sequence id");
  }

  @Test
  void outputsWhoseRowsAreNotAscendingAreRefused() {
    assertThatIOException()
        .isThrownBy(() -> check(plan, inputs(), List.of(outputs.get(1), outputs.get(0))))
        .withMessageContaining("begins at row");
    assertThatIOException()
        .as("overlapping")
        .isThrownBy(() -> check(plan, inputs(), List.of(outputs.get(0), outputs.get(0))))
        .withMessageContaining("begins at row");
  }

  @Test
  void inputsAreNotOutputs() {
    assertThatIOException()
        .isThrownBy(() -> check(plan, inputs(), List.copyOf(inputs())))
        .withMessageContaining("says of its tree ''");
  }

  private void assertRefused(Consumer<Trees.Builder> change, String message) {
    Trees.Builder other = plan.getTrees().toBuilder();
    change.accept(other);
    assertThatIOException()
        .isThrownBy(
            () -> check(CompactionPlan.newBuilder().setTrees(other).build(), inputs(), outputs))
        .withMessageContaining(message);
  }

  private Collection<HStoreFile> inputs() {
    return compaction.getRequest().getFiles();
  }

  private void check(CompactionPlan by, Collection<HStoreFile> inputs, Collection<HStoreFile> files)
      throws IOException {
    OutputCheck check = ((PlannedEngine) twins.store().getStoreEngine()).outputCheck(by, inputs);
    for (HStoreFile file : files) {
      check.next(file);
    }
  }
}
