// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.placement.PolicyFileSystem.Folder;
import io.lighter.engine.placement.StoredFile;
import io.lighter.engine.placement.StoredFile.Block;
import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.TierPlanParser;
import io.lighter.engine.tiered.TieredLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.Test;

class TierPlacementTest {
  private static final long MB = 1L << 20;

  private final Map<String, StoredFile> stored = new HashMap<>();
  private String familyPolicy = "ONE_SSD";

  @Test
  void filesHaveTheLevelsRunsAndTiersOfTheEngine() {
    TierPlacement places =
        of(
            file(1, 300 * MB, Origin.COMPACTION),
            file(2, 64 * MB, Origin.COMPACTION),
            file(3, 64 * MB, Origin.COMPACTION),
            file(4, 16 * MB, Origin.FLUSH));

    assertThat(places.base()).isEqualTo(16 * MB);
    assertThat(places.isGuess()).isFalse();
    assertThat(places.files()).extracting(TierPlacement.File::level).containsExactly(2, 1, 1, 0);
    assertThat(places.files())
        .extracting(file -> file.run().orElseThrow())
        .containsExactly(1, 2, 2, 3);
    assertThat(places.files()).extracting(TierPlacement.File::tier).containsExactly(2, 2, 2, 1);
    assertThat(places.files())
        .extracting(TierPlacement.File::policy)
        .containsExactly(
            Optional.of("COLD"), Optional.of("COLD"), Optional.of("COLD"), Optional.empty());
  }

  /** As an audit counts: each replica of a block by itself. */
  @Test
  void replicasHaveTheTypesOfThePolicy() {
    store("f1", "COLD", new Block(200 * MB, List.of("ARCHIVE", "ARCHIVE", "DISK")));
    store("f2", "ONE_SSD", new Block(16 * MB, List.of("DISK", "SSD", "DISK")));
    TierPlacement places = of(file(1, 300 * MB, Origin.COMPACTION), file(2, 16 * MB, Origin.FLUSH));

    assertThat(places.files().get(0).intended()).isEqualTo(Map.of("ARCHIVE", 600 * MB));
    assertThat(places.files().get(1).intended()).isEqualTo(Map.of("SSD", 16 * MB, "DISK", 32 * MB));
    assertThat(places.files().get(1).real()).isEqualTo(Map.of("SSD", 16 * MB, "DISK", 32 * MB));
    assertThat(places.files())
        .extracting(file -> file.blocks().orElseThrow().misplaced())
        .containsExactly(200 * MB, 0L);
    assertThat(TierPlacement.intended(List.of(places, places)))
        .isEqualTo(Map.of("ARCHIVE", 1200 * MB, "SSD", 32 * MB, "DISK", 64 * MB));
    assertThat(TierPlacement.real(List.of(places, places)))
        .isEqualTo(Map.of("ARCHIVE", 800 * MB, "SSD", 32 * MB, "DISK", 464 * MB));
  }

  /** HDFS replaces the replica in memory soon, and does not count it. */
  @Test
  void replicaInMemoryIsIntendedForTheNextType() {
    familyPolicy = "LAZY_PERSIST";
    store("f1", "LAZY_PERSIST", new Block(16 * MB, List.of("DISK", "DISK", "DISK")));

    assertThat(of(file(1, 16 * MB, Origin.FLUSH)).files().get(0).intended())
        .isEqualTo(Map.of("DISK", 48 * MB));
  }

  /** An audit would not settle it either: a guess is no reason to move a file. */
  @Test
  void storeWithoutFlushedFileHasTheFlushSizeAsBaseAndKeepsThePolicyOfTheFile() {
    store("f1", "HOT", new Block(300 * MB, List.of("DISK", "DISK", "DISK")));
    TierPlacement places = of(file(1, 300 * MB, Origin.COMPACTION));

    assertThat(places.base()).isEqualTo(100 * MB);
    assertThat(places.isGuess()).isTrue();
    assertThat(places.files().get(0).intended()).isEqualTo(Map.of("DISK", 900 * MB));
  }

  @Test
  void fileThatNoMergeMayHaveIsInNoRun() {
    FileView excluded = new FileView(16 * MB, 1, Origin.BULK_LOAD, false);
    TierPlacement places =
        of(new TierStores.File("a", excluded, true), file(2, 16 * MB, Origin.FLUSH));

    assertThat(places.files())
        .extracting(TierPlacement.File::run)
        .containsExactly(Optional.empty(), Optional.of(1));
  }

  @Test
  void nothingIsIntendedForBlocksOfAnotherFile() {
    store("a.b", "ONE_SSD", new Block(100, List.of("DISK")));
    FileView half = new FileView(16 * MB, 1, Origin.REFERENCE, true);

    assertThat(of(new TierStores.File("a.b", half, false)).files())
        .singleElement()
        .satisfies(file -> assertThat(file.blocks()).isEmpty());
  }

  private void store(String name, String policy, Block block) {
    stored.put(name, new StoredFile(name, 3, policy, List.of(block)));
  }

  private static TierStores.File file(long seqId, long bytes, Origin origin) {
    return new TierStores.File("f" + seqId, new FileView(bytes, seqId, origin, true), true);
  }

  private TierPlacement of(TierStores.File... files) {
    TieredLimits limits =
        new TieredLimits(
            TierPlanParser.parse("*:4:256MB;COLD:4", problem -> {}), 0, MB, 100 * MB, 100, 0);
    return TierPlacement.of(
        new TierStores.Store(
            "r",
            "f",
            "/t/r/f",
            Optional.of(new Folder(familyPolicy, stored)),
            Arrays.asList(files)),
        limits,
        TierPlacementTest::types);
  }

  /** The types of HDFS's own policies. */
  static List<String> types(String policy, int replicas) {
    return BlockStoragePolicySuite.createDefaultSuite()
        .getPolicy(policy)
        .chooseStorageTypes((short) replicas)
        .stream()
        .map(StorageType::name)
        .toList();
  }
}
