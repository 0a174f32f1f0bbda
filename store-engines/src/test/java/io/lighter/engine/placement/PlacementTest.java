// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.placement.Placement.Misfit;
import io.lighter.engine.placement.PolicyFileSystem.Folder;
import io.lighter.engine.placement.StoredFile.Block;
import io.lighter.engine.placement.TierFiles.TierFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private final Map<String, StoredFile> stored = new HashMap<>();

  private void store(String name, int replication, String policy, Block... blocks) {
    stored.put(name, new StoredFile(name, replication, policy, List.of(blocks)));
  }

  private static Block block(long length, String... types) {
    return new Block(length, List.of(types));
  }

  private Placement of(boolean areTiersKnown, TierFile... files) {
    return Placement.of(
        new TierFiles(FakePolicies.FOLDER, areTiersKnown, List.of(files)),
        new Folder(FakePolicies.FAST, stored),
        FakePolicies::types);
  }

  private static TierFile fast(String name) {
    return new TierFile(name, Optional.empty());
  }

  private static TierFile slow(String name) {
    return new TierFile(name, Optional.of("COLD"));
  }

  @Test
  void fileOnTheTypesOfItsTierIsNoMisfit() {
    store("a", 1, "ALL_SSD", block(10, "SSD"), block(5, "SSD"));
    store("b", 1, "COLD", block(100, "ARCHIVE"));
    Placement found = of(true, fast("a"), slow("b"));
    assertThat(found.misfits()).isEmpty();
    assertThat(found.misplaced()).isZero();
    assertThat(found.real("SSD")).isEqualTo(15);
    assertThat(found.real("ARCHIVE")).isEqualTo(100);
    assertThat(found.real("DISK")).isZero();
    assertThat(found.intended()).isEqualTo(found.real());
  }

  @Test
  void fileWithTheFoldersPolicyIsMisplacedInASlowTier() {
    store("a", 1, "ALL_SSD", block(10, "SSD"), block(5, "ARCHIVE"));
    Placement found = of(true, slow("a"));
    assertThat(found.misfits()).containsExactly(new Misfit("a", Optional.of("COLD"), true, 10));
    assertThat(found.intended("ARCHIVE")).isEqualTo(15);
    assertThat(found.real("SSD")).isEqualTo(10);
  }

  @Test
  void blocksThatFellBackToAnotherTypeAreMisplacedThoughThePolicyIsRight() {
    store("a", 1, "ALL_SSD", block(10, "DISK"));
    assertThat(of(true, fast("a")).misfits())
        .containsExactly(new Misfit("a", Optional.empty(), false, 10));
  }

  @Test
  void blocksMayBeRightThoughThePolicyIsNot() {
    store("a", 1, "COLD", block(10, "SSD"));
    assertThat(of(true, fast("a")).misfits())
        .containsExactly(new Misfit("a", Optional.empty(), true, 0));
  }

  /** As HDFS's mover: replicas that are missing may become those of the types that are missing. */
  @Test
  void eachReplicaCountsByItself() {
    TierFile oneSsd = new TierFile("a", Optional.of("ONE_SSD"));
    store("a", 3, "ONE_SSD", block(10, "DISK", "SSD", "DISK"));
    assertThat(of(true, oneSsd).misplaced()).isZero();
    store("a", 3, "ONE_SSD", block(10, "SSD", "SSD", "DISK"));
    assertThat(of(true, oneSsd).misplaced()).isEqualTo(10);
    store("a", 3, "ONE_SSD", block(10, "DISK", "DISK"));
    assertThat(of(true, oneSsd).misplaced()).isZero();
    assertThat(of(true, oneSsd).intended("DISK")).isEqualTo(20);
    store("a", 3, "ONE_SSD", block(10, "ARCHIVE", "ARCHIVE", "SSD"));
    assertThat(of(true, oneSsd).misplaced()).isEqualTo(20);
  }

  /** Bytes in three replicas of a policy with two types. */
  @Test
  void misplacedReplicasAreColdInHotOrHotInCold() {
    TierFile oneSsd = new TierFile("a", Optional.of("ONE_SSD"));
    store("a", 3, "ONE_SSD", block(10, "SSD", "DISK", "DISK"));
    assertThat(of(true, oneSsd).intended()).isEqualTo(Map.of("SSD", 10L, "DISK", 20L));
    assertThat(directions(oneSsd)).containsExactly(0L, 0L);
    store("a", 3, "ONE_SSD", block(10, "SSD", "SSD", "SSD"));
    assertThat(directions(oneSsd)).as("DISK is wanted").containsExactly(20L, 0L);
    store("a", 3, "ONE_SSD", block(10, "ARCHIVE", "ARCHIVE", "DISK"));
    assertThat(directions(oneSsd)).as("SSD and DISK are wanted").containsExactly(0L, 20L);
    store("a", 3, "ONE_SSD", block(10, "RAM_DISK", "ARCHIVE", "SSD"));
    assertThat(directions(oneSsd)).as("DISK is wanted twice").containsExactly(10L, 10L);
    store("a", 1, "COLD", block(10, "SSD"), block(5, "DISK"), block(1, "ARCHIVE"));
    assertThat(directions(slow("a"))).containsExactly(15L, 0L);
    assertThat(directions(fast("a"))).containsExactly(0L, 6L);
  }

  @Test
  void replicasArePairedBySpeedWithTheTypesThatAreMissing() {
    StoredFile file = new StoredFile("a", 2, "x", List.of(block(10, "PROVIDED", "DISK")));
    FilePlacement found =
        FilePlacement.of(file, "x", (policy, replicas) -> List.of("SSD", "ARCHIVE"));
    assertThat(found.coldInHot()).isZero();
    assertThat(found.hotInCold()).isEqualTo(20);
  }

  /** HDFS deletes it, and moves it nowhere. */
  @Test
  void replicaThatIsOneTooManyIsMisplacedWithoutADirection() {
    store("a", 1, "COLD", block(10, "ARCHIVE", "SSD"));
    assertThat(of(true, slow("a")).misplaced()).isEqualTo(10);
    assertThat(directions(slow("a"))).containsExactly(0L, 0L);
  }

  private List<Long> directions(TierFile file) {
    Placement found = of(true, file);
    return List.of(found.coldInHot(), found.hotInCold());
  }

  @Test
  void policyThatTheFileSystemDoesNotKnowWantsNoType() {
    store("a", 1, "ALL_SSD", block(10, "SSD"));
    TierFile unknown = new TierFile("a", Optional.of("ALL_NVDIMM"));
    assertThat(of(true, unknown).misplaced()).isEqualTo(10);
    assertThat(of(true, unknown).intended()).isEmpty();
  }

  /** A guess would move files each time that a store opens. */
  @Test
  void policyOfTheFileCountsWhileTheStoreCannotTellTiers() {
    store("a", 1, "COLD", block(10, "ARCHIVE"));
    assertThat(of(false, fast("a")).misfits()).isEmpty();
    store("a", 1, "COLD", block(10, "DISK"));
    assertThat(of(false, fast("a")).misfits())
        .containsExactly(new Misfit("a", Optional.empty(), false, 10));
  }

  @Test
  void filesOfTheFolderOrTheStoreOnlyAreLeftOut() {
    store("other", 1, "COLD", block(10, "SSD"));
    assertThat(of(true, fast("archived"))).isEqualTo(Placement.EMPTY);
  }
}
