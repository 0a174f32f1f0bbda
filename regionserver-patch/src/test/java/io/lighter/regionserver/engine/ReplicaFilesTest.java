// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.engine.ReplicaFiles.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recognition of committed compactions by the files in the folder. */
class ReplicaFilesTest {
  /** The files in the folder. */
  private final Map<String, Origin> folder = new LinkedHashMap<>();

  @Test
  void linkHasTheNameOfItsTargetFileInAReplica() {
    String region = "0123456789abcdef0123456789abcdef";
    String file = "fedcba9876543210fedcba9876543210";
    for (String table : new String[] {"t", "ns=t"}) {
      String link = table + '=' + region + '-' + file;
      assertThat(ReplicaFiles.nameInReplica(link)).isEqualTo(file);
      assertThat(ReplicaFiles.nameInReplica(link + '.' + region)).isEqualTo(file);
      assertThat(ReplicaFiles.nameInReplica(link + "_SeqId_7_")).isEqualTo(file + "_SeqId_7_");
    }
    for (String same : new String[] {file, file + '.' + region, file + "_SeqId_7_"}) {
      assertThat(ReplicaFiles.nameInReplica(same)).isEqualTo(same);
    }
  }

  @Test
  void outputBesideAllItsInputsIsNotProvenCommitted() {
    addFile("a");
    addFile("b");
    addFile("out", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).isEmpty();
  }

  @Test
  void outputIsCommittedOnceAnInputHasLeft() {
    addFile("b");
    addFile("out", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("out");
  }

  @Test
  void allOutputsAreCommittedOnceAnInputOfEachHasLeft() {
    addFile("b");
    addFile("one", "a", "b");
    addFile("two", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void outputWithoutListedInputsIsNotProvenCommitted() {
    addFile("b");
    addFile("one");
    addFile("two", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("two");
  }

  @Test
  void lastOutputIsCommittedOnceAnEarlierOneWasCompactedAgain() {
    addFile("a");
    addFile("b");
    folder.put("last", new Origin(Set.of("a", "b"), Set.of("earlier"), Set.of()));
    addFile("flushed");
    assertThat(ReplicaFiles.provenCommitted(folder)).isEmpty(); // HBase may delete the outputs

    addFile("again", "earlier", "flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("last");
  }

  @Test
  void outputThatWasCompactedAgainIsCommitted() {
    addFile("a");
    addFile("b");
    addFile("first", "a", "b");
    addFile("flushed");
    addFile("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("first").doesNotContain("second");
  }

  @Test
  void archivedInputsOfAnInputDoNotProveTheCommit() {
    addFile("b");
    addFile("first", "a", "b");
    addFile("flushed");
    addFile("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("first").doesNotContain("second");
  }

  /** The first of two outputs hides its inputs from HBase; its successor lists them. */
  @Test
  void archivedInputsOfAHiddenListDoNotProveTheCommit() {
    addFile("base");
    folder.put("delta", new Origin(Set.of(), Set.of(), Set.of("wide")));
    folder.put("last", new Origin(Set.of("wide"), Set.of("delta"), Set.of()));
    addFile("again", "base", "delta", "wide");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("last");
  }

  @Test
  void outputIsCommittedOnceAnInputThatWasAnOutputHasLeft() {
    addFile("flushed");
    addFile("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("second");
  }

  @Test
  void referenceToAnOutputIsCommitted() {
    addFile("out.parent", "a", "b"); // names of the parent region
    addFile("flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("out.parent");
  }

  @Test
  void outputOfReferencesIsNotCommittedWhileTheyExist() {
    addFile("out.parent", "a", "b");
    addFile("flushed");
    addFile("compacted", "out.parent", "flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).doesNotContain("compacted");
  }

  @Test
  void outputBesideAllItsInputsMayBeLeftOut() {
    addFile("a");
    addFile("b");
    addFile("out", "a", "b", "archived"); // an input of an input
    addFile("b", "archived");
    addFile("flushed");

    assertThat(ReplicaFiles.uncommitted(folder, folder.keySet())).containsExactly("out");
  }

  @Test
  void outputWithoutOneOfItsInputsIsNotLeftOut() {
    addFile("a");
    addFile("b");
    addFile("out", "a", "b");

    assertThat(ReplicaFiles.uncommitted(folder, Set.of("a", "out"))).isEmpty();
  }

  @Test
  void earlierOutputsAreLeftOutWithTheLastOne() {
    addFile("a");
    addFile("earlier");
    folder.put("last", new Origin(Set.of("a"), Set.of("earlier"), Set.of()));

    assertThat(ReplicaFiles.uncommitted(folder, folder.keySet()))
        .containsExactlyInAnyOrder("earlier", "last");
  }

  private void addFile(String file, String... inputs) {
    folder.put(file, new Origin(Set.of(inputs), Set.of(), Set.of()));
  }
}
