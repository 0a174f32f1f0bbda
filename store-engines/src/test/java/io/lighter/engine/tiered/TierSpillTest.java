// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TierSpillTest {
  private static final String FAMILY = "*";
  private final IOException full = new IOException("Unable to create new block.");
  private final IOException alsoFull =
      new IOException("/f could only be written to 0 of the 1 minReplication nodes.");
  private final IOException broken = new IOException("checksum");
  private final IOException lost =
      new IOException("All datanodes [DatanodeInfoWithStorage[x]] are bad. Aborting...");

  private final TierSpill spill = TierSpill.ofFlush(plan("ALL_SSD", "ALL_SSD", "HOT"));
  private final Map<String, IOException> errors = new HashMap<>();
  private final Map<String, IOException> errorsOnce = new HashMap<>();
  private final List<String> attempts = new ArrayList<>();

  @Test
  void fastTierWithRoomIsTheOnlyAttempt() throws IOException {
    assertThat(spill.write(this::attempt))
        .isEqualTo(new TierSpill.Written<>("f*", 0, Optional.empty(), Optional.empty()));
    assertThat(attempts).containsExactly(FAMILY);
  }

  @Test
  void eachPolicyIsTriedOnceUntilOneHasRoom() throws IOException {
    errors.put(FAMILY, full);
    errors.put("ALL_SSD", alsoFull);
    assertThat(spill.write(this::attempt))
        .isEqualTo(new TierSpill.Written<>("fHOT", 2, Optional.of("HOT"), Optional.of(full)));
    assertThat(attempts).containsExactly(FAMILY, "ALL_SSD", "HOT");
  }

  @Test
  void firstErrorIsThrownIfNoPolicyHasRoom() {
    IOException first = new IOException("Unable to create new block.");
    errors.put(FAMILY, first);
    errors.put("ALL_SSD", alsoFull);
    errors.put("HOT", full);
    assertThat(catchThrowable(() -> spill.write(this::attempt)))
        .isSameAs(first)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(alsoFull, full));
  }

  @Test
  void otherErrorEndsTheAttempts() {
    errors.put(FAMILY, broken);
    assertThat(catchThrowable(() -> spill.write(this::attempt))).isSameAs(broken);
    assertThat(attempts).containsExactly(FAMILY);
    assertThat(broken.getSuppressed()).isEmpty();
  }

  @Test
  void otherErrorOfALaterAttemptIsThrownWithTheFirstOne() {
    errors.put(FAMILY, full);
    errors.put("ALL_SSD", broken);
    assertThat(catchThrowable(() -> spill.write(this::attempt)))
        .isSameAs(broken)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(full));
    assertThat(attempts).containsExactly(FAMILY, "ALL_SSD");
  }

  @Test
  void sameErrorTwiceIsThrownAlone() {
    IOException same = new IOException("Unable to create new block.");
    errors.put(FAMILY, same);
    errors.put("ALL_SSD", same);
    errors.put("HOT", same);
    assertThat(catchThrowable(() -> spill.write(this::attempt))).isSameAs(same);
    assertThat(same.getSuppressed()).isEmpty();
  }

  @Test
  void mergeIsWrittenToItsTierThenToSlowerOnesThenToFasterOnes() {
    TierPlan plan = plan("ALL_SSD", "HOT", "HOT", "COLD");
    List.of(FAMILY, "ALL_SSD", "HOT", "COLD").forEach(policy -> errors.put(policy, full));
    assertNoRoom(TierSpill.ofMerge(plan, Optional.of("HOT")));
    assertThat(attempts).containsExactly("HOT", "COLD", "ALL_SSD", FAMILY);

    attempts.clear();
    assertNoRoom(TierSpill.ofMerge(plan, Optional.empty()));
    assertThat(attempts).containsExactly(FAMILY, "ALL_SSD", "HOT", "COLD");

    attempts.clear();
    assertNoRoom(TierSpill.ofMerge(plan, Optional.of("COLD")));
    assertThat(attempts).containsExactly("COLD", "HOT", "ALL_SSD", FAMILY);
  }

  @Test
  void tierOfAMergeIsCountedFromTheFastestOne() throws IOException {
    errors.put("HOT", full);
    assertThat(TierSpill.ofMerge(plan("ALL_SSD", "HOT"), Optional.of("HOT")).write(this::attempt))
        .isEqualTo(
            new TierSpill.Written<>("fALL_SSD", 1, Optional.of("ALL_SSD"), Optional.of(full)));
  }

  @Test
  void policyThatThePlanHasNoMoreIsFollowedByAllOthers() {
    List.of(FAMILY, "HOT", "COLD").forEach(policy -> errors.put(policy, full));
    assertNoRoom(TierSpill.ofMerge(plan("HOT"), Optional.of("COLD")));
    assertThat(attempts).containsExactly("COLD", FAMILY, "HOT");
  }

  @Test
  void mergeThatLosesItsDataNodesIsRepeatedAndThenSpillsIfTheyAreFull() throws IOException {
    TierSpill merge = TierSpill.ofMerge(plan("HOT"), Optional.empty());
    errorsOnce.put(FAMILY, lost);
    assertThat(merge.write(this::attempt))
        .isEqualTo(new TierSpill.Written<>("f*", 0, Optional.empty(), Optional.empty()));
    assertThat(attempts).containsExactly(FAMILY, FAMILY);

    attempts.clear();
    errorsOnce.put(FAMILY, lost);
    errors.put(FAMILY, full);
    assertThat(merge.write(this::attempt))
        .isEqualTo(new TierSpill.Written<>("fHOT", 1, Optional.of("HOT"), Optional.of(full)));
    assertThat(attempts).containsExactly(FAMILY, FAMILY, "HOT");

    attempts.clear();
    errors.put(FAMILY, lost);
    assertThat(catchThrowable(() -> merge.write(this::attempt))).isSameAs(lost);
    assertThat(attempts).containsExactly(FAMILY, FAMILY, FAMILY);
  }

  @Test
  void flushThatLosesItsDataNodesIsRepeatedWithEachPolicy() {
    errorsOnce.put(FAMILY, lost);
    errors.put(FAMILY, full);
    errors.put("ALL_SSD", alsoFull);
    IOException lostAgain = new IOException(lost.getMessage());
    errorsOnce.put("HOT", lostAgain);
    IOException lastFull = new IOException(full.getMessage());
    errors.put("HOT", lastFull);
    assertThat(catchThrowable(() -> spill.write(this::attempt)))
        .as("room is what an operator has to look for")
        .isSameAs(full)
        .satisfies(
            e ->
                assertThat(e.getSuppressed()).containsExactly(lost, alsoFull, lostAgain, lastFull));
    assertThat(attempts).containsExactly(FAMILY, FAMILY, "ALL_SSD", "HOT", "HOT");
  }

  @Test
  void flushThatLosesItsDataNodesAgainAndAgainIsLeftToHBase() {
    errors.put(FAMILY, lost);
    assertThat(catchThrowable(() -> spill.write(this::attempt))).isSameAs(lost);
    assertThat(attempts).containsExactly(FAMILY, FAMILY, FAMILY);
  }

  @Test
  void failuresOfAnotherProcessLeadFromPolicyToPolicyWhileThereIsNoRoom() {
    TierSpill merge = TierSpill.ofMerge(plan("HOT", "COLD"), Optional.of("HOT"));
    String noRoom =
        "s,1,2: FAILED: org.apache.hadoop.ipc.RemoteException(java.io.IOException): File /f"
            + " could only be written to 0 of the 1 minReplication nodes. There are 3";
    String quota =
        "org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException: Quota by"
            + " storage type : SSD on path : /t is exceeded.";
    assertThat(merge.after(List.of(noRoom))).contains(Optional.of("COLD"));
    assertThat(merge.after(List.of(quota))).contains(Optional.of("COLD"));
    assertThat(merge.after(List.of(noRoom, quota))).contains(Optional.empty());
    assertThat(merge.after(List.of(noRoom, quota, noRoom))).isEmpty();
    assertThat(merge.after(List.of(noRoom, "s,1,2: FAILED: java.io.IOException: checksum")))
        .isEmpty();
  }

  /** A DataNode that refuses a block may look lost, depending on when HDFS's client is asked. */
  @Test
  void processThatLosesItsDataNodesRepeatsItsAttempt() {
    TierSpill merge = TierSpill.ofMerge(plan("HOT"), Optional.empty());
    String allBad = "s,1,2: FAILED: java.io.IOException: " + lost.getMessage();
    String noRoom = "s,1,2: FAILED: java.io.IOException: " + full.getMessage();
    assertThat(merge.after(List.of(allBad))).contains(Optional.empty());
    assertThat(merge.after(List.of(allBad, noRoom))).contains(Optional.of("HOT"));
    assertThat(merge.after(List.of(noRoom, allBad))).contains(Optional.of("HOT"));
    assertThat(merge.after(List.of(allBad, noRoom, allBad))).contains(Optional.of("HOT"));
    assertThat(merge.after(List.of(allBad, noRoom, allBad, noRoom))).isEmpty();
    assertThat(merge.after(List.of(allBad, allBad))).contains(Optional.empty());
    assertThat(merge.after(List.of(allBad, allBad, allBad))).isEmpty();
  }

  private void assertNoRoom(TierSpill merge) {
    assertThat(catchThrowable(() -> merge.write(this::attempt))).isSameAs(full);
  }

  private String attempt(Optional<String> policy) throws IOException {
    String name = policy.orElse(FAMILY);
    attempts.add(name);
    IOException once = errorsOnce.remove(name);
    if (once != null) {
      throw once;
    }
    if (errors.containsKey(name)) {
      throw errors.get(name);
    }
    return "f" + name;
  }

  private static TierPlan plan(String... policies) {
    List<TierPlan.Tier> tiers = new ArrayList<>();
    tiers.add(new TierPlan.Tier(Optional.empty(), 4, 1));
    for (String policy : policies) {
      tiers.add(new TierPlan.Tier(Optional.of(policy), 4, 1));
    }
    return new TierPlan(tiers);
  }
}
