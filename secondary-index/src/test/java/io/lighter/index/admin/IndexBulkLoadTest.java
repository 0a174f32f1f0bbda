// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bulk loads into a cluster in memory, with failures at each step. */
class IndexBulkLoadTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");

  private final FakeIndexCluster cluster = new FakeIndexCluster();
  private final FakeFiles files = new FakeFiles(cluster);
  private int gates;
  private final IndexAdmin admin =
      new IndexAdmin(cluster, new FakeBuilder(cluster), () -> Bytes.toBytes("g" + ++gates));

  @BeforeEach
  void createIndexes() throws IOException {
    cluster.tables.put(
        TABLE,
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());
    create("city", "value f:city string");
    create("tag", "split f:tags , string");
    cluster.revive();
  }

  private void create(String name, String definition) throws IOException {
    IndexInfo unused = admin.create(TABLE, name, definition, CreateOptions.DEFAULT);
  }

  private IndexBulkLoad load() {
    return new IndexBulkLoad(cluster, files, TABLE, LoadListener.IGNORE);
  }

  private TableDescriptor data() {
    return cluster.tables.get(TABLE);
  }

  /** The mutant "rows before entries" fails in {@link FakeFiles}. */
  @Test
  void entriesAreLoadedBehindTheHoldAndBeforeTheRows() throws IOException {
    load().run("/dir");

    assertThat(cluster.steps)
        .containsExactly(
            "indexes [city, tag], observed, held",
            "claim",
            "entries city",
            "entries tag",
            "rows",
            "discard",
            "indexes [city, tag], observed");
    assertThat(files.rows).isEqualTo(3);
    assertThat(IndexHold.isHeld(data())).isFalse();
  }

  /** Before a step has changed anything, and behind it. */
  @Test
  void loadIsRepeatedAfterACrashAtEachStep() throws IOException {
    for (int step = 1; step <= 7; step++) {
      for (boolean behind : new boolean[] {false, true}) {
        files.files = 3;
        files.rows = 0;
        cluster.revive();
        cluster.dead = true;
        cluster.failBefore = behind ? 0 : step;
        cluster.failAfter = behind ? step : 0;
        assertThatExceptionOfType(IOException.class)
            .as("step %d, behind: %s", step, behind)
            .isThrownBy(() -> load().run("/dir"))
            .withMessageStartingWith("injected");
        cluster.revive();
        boolean ended = behind && step == 7;
        assertThat(IndexHold.isHeld(data())).isEqualTo(!ended && (behind || step > 1));

        if (!ended) {
          load().run("/dir");
        }

        assertThat(files.rows).isEqualTo(3);
        assertThat(files.claimed).isEqualTo(-1);
        assertThat(IndexHold.isHeld(data())).isFalse();
      }
    }
  }

  @Test
  void cancelledLoadLeavesTheFilesInTheirFolder() throws IOException {
    for (int step = 1; step <= 4; step++) {
      cluster.revive();
      cluster.dead = true;
      cluster.failAfter = step;
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> load().run("/dir"));
      cluster.revive();

      assertThat(load().cancel().subject()).isEqualTo("hdfs://nn/dir");

      assertThat(files.files).isEqualTo(3);
      assertThat(IndexHold.isHeld(data())).isFalse();
    }
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().cancel())
        .withMessageContaining("no bulk load runs or was cut short");
  }

  @Test
  void rowThatCannotBeIndexedPutsEverythingBack() {
    files.refusal = "row 'r' has a TTL";

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().run("/dir"))
        .withMessageContaining("row 'r'");

    assertThat(files.files).isEqualTo(3);
    assertThat(files.rows).isZero();
    assertThat(IndexHold.isHeld(data())).isFalse();
  }

  @Test
  void allReasonsAreGivenBeforeAnythingChanges() throws IOException {
    create("both", "parts f:a string, f:b string");
    cluster.revive();
    files.files = 0;

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().run("/dir"))
        .satisfies(
            refusal ->
                assertThat(refusal.problems())
                    .anyMatch(problem -> problem.contains("lighter index suspend ns:t both"))
                    .anyMatch(problem -> problem.contains("hdfs://nn/dir has no HFiles"))
                    .hasSize(2));
    assertThat(cluster.steps).isEmpty();
  }

  @Test
  void tableWithoutAMaintainedIndexIsLeftToHBasesTool() throws IOException {
    for (String name : List.of("city", "tag")) {
      IndexInfo unused = admin.suspend(TABLE, name);
    }
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().run("/dir"))
        .withMessageContaining("load the files with HBase's own tool");
  }

  /** The load does not know the index, so it must not go on. */
  @Test
  void noIndexIsCreatedDuringALoadAndNoOtherFolderIsLoaded() throws IOException {
    cluster.dead = true;
    cluster.failAfter = 2;
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> load().run("/dir"));
    cluster.revive();

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("third", "value f:z string"))
        .withMessageContaining("repeat 'lighter index bulkload ns:t hdfs://nn/dir'");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().run("/other"))
        .withMessageContaining("--cancel");
    assertThat(admin.status(TABLE, "city").hold().orElseThrow()).contains("bulk load ib-");
  }

  @Test
  void indexThatIsCreatedAtTheSameTimeEndsTheLoad() {
    LoadListener creates =
        new LoadListener() {
          @Override
          public void progress(BuildProgress progress) {}

          @Override
          public void ended(LoadStep step) {
            if (step == LoadStep.CLAIM) {
              cluster.tables.put(
                  TABLE,
                  TableDescriptorBuilder.newBuilder(data())
                      .setValue(IndexNames.definitionKey("third"), "value f:z string")
                      .build());
            }
          }
        };

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new IndexBulkLoad(cluster, files, TABLE, creates).run("/dir"))
        .withMessageContaining("has changed the indexes");
    assertThat(files.rows).isZero();
  }

  @Test
  void indexThatIsNotWholeIsNotLoaded() throws IOException {
    cluster.write();
    cluster.dead = true;
    cluster.failBefore = 4;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> create("third", "value f:z string"));
    cluster.revive();

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> load().run("/dir"))
        .withMessageContaining("index third of ns:t: BUILDING");
  }
}
