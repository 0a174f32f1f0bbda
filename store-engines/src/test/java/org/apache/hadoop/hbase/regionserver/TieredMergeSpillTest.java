// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.tiered.MergePlans;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local merges of a store with two tiers, of which one or both are full, on the local disk. */
class TieredMergeSpillTest extends TwoTiersRegion {
  private static final int FILES = 3;

  /** The output of the first merge is of level 1, which has no room in the fast tier. */
  private static final long SLOW_OUTPUT = 20_000;

  /** The fast tier has room for all levels of these tests. */
  private static final long FAST_OUTPUT = 100_000_000;

  /** An output of one block fails when its file is closed, one of several before that. */
  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeForTheSlowTierGoesToTheFastOneIfThatAloneHasRoom(String tracker, int rows)
      throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full("COLD");
    region.compact(false);

    assertMergedInto(null, rows);
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeForTheFastTierGoesToTheSlowOneIfThatHasRoom(String tracker, int rows)
      throws IOException {
    open(FAST_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY);
    region.compact(false);

    assertMergedInto("COLD", rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void mergeWithRoomStaysInItsTier(String tracker) throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(1);
    region.compact(false);

    assertMergedInto("COLD", 1);
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void mergeFailsWithoutARemainderIfNoTierHasRoomAndSucceedsLater(String tracker, int rows)
      throws IOException {
    open(SLOW_OUTPUT, tracker);
    write(rows);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY, "COLD");
    assertThatThrownBy(() -> region.compact(false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could only be written to 0");
    assertThat(remains()).isEmpty();
    assertThat(policies()).hasSize(FILES);
    assertRows(FILES * rows);

    FullTiersFileSystem.full();
    region.compact(false);
    assertMergedInto("COLD", rows);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void otherErrorIsNotRepeatedIntoAnotherTier(int rows) throws IOException {
    open(FAST_OUTPUT, "DEFAULT");
    write(rows);
    FullTiersFileSystem.failing("disk is on fire", FullTiersFileSystem.FAMILY);
    assertThatThrownBy(() -> region.compact(false)).hasMessage("disk is on fire");
    assertThat(remains()).isEmpty();
    assertThat(policies()).hasSize(FILES);
  }

  @Test
  void mergeOnACompactionServerIsFollowedByThatWithTheOtherPolicyIfThereWasNoRoom()
      throws IOException {
    open(SLOW_OUTPUT, "DEFAULT");
    TieredStoreEngine engine =
        (TieredStoreEngine) (StoreEngine<?, ?, ?, ?>) region.getStore(FAMILY).getStoreEngine();
    String full = "java.io.IOException: Unable to create new block.";

    assertThat(engine.planAfter(MergePlans.of(Optional.of("COLD")), List.of(full)))
        .contains(MergePlans.of(Optional.empty()));
    assertThat(engine.planAfter(MergePlans.of(Optional.empty()), List.of(full)))
        .contains(MergePlans.of(Optional.of("COLD")));
    assertThat(engine.planAfter(MergePlans.of(Optional.empty()), List.of(full, full))).isEmpty();
  }

  private void assertMergedInto(String policy, int rows) throws IOException {
    assertThat(policies()).containsExactly(policy);
    assertThat(remains()).isEmpty();
    assertRows(FILES * rows);
    openAgain();
    assertThat(policies()).containsExactly(policy);
    assertRows(FILES * rows);
  }

  private void open(long fastBytes, String tracker) throws IOException {
    conf.setInt(SmallTieredEngine.FILES, FILES);
    open(fastBytes, tracker, HConstants.DEFAULT_BLOCKSIZE);
  }

  /** Fills the first level with files of so many rows each. */
  private void write(int rows) throws IOException {
    for (int file = 0; file < FILES; file++) {
      put(file * rows, (file + 1) * rows);
      region.flush(true);
    }
    assertThat(policies()).hasSize(FILES).containsOnlyNulls();
  }
}
