// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.engine.ReplicaFiles.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recognises committed compactions by the files in the folder. */
class ReplicaFilesTest {
  /** The files in the folder. */
  private final Map<String, Origin> folder = new LinkedHashMap<>();

  @Test
  void linkHasTheNameOfItsTargetInAReplica() {
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
  void outputBesideAllItsInputsMayNotBeCommitted() {
    has("a");
    has("b");
    has("out", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).isEmpty();
  }

  @Test
  void outputIsCommittedOnceAnInputHasLeft() {
    has("b");
    has("out", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("out");
  }

  @Test
  void allOutputsAreCommittedOnceAnInputOfEachHasLeft() {
    has("b");
    has("one", "a", "b");
    has("two", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void outputWithoutInputsIsAFileLikeAnyOther() {
    has("b");
    has("one");
    has("two", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("two");
  }

  @Test
  void lastOutputIsCommittedOnceAnEarlierOneWasCompactedAgain() {
    has("a");
    has("b");
    folder.put("last", new Origin(Set.of("a", "b"), Set.of("earlier")));
    has("flushed");
    assertThat(ReplicaFiles.provenCommitted(folder)).isEmpty(); // HBase may delete the outputs

    has("again", "earlier", "flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("last");
  }

  @Test
  void outputThatWasCompactedAgainIsCommitted() {
    has("a");
    has("b");
    has("first", "a", "b");
    has("flushed");
    has("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("first").doesNotContain("second");
  }

  @Test
  void archivedInputsOfAnInputDoNotProveTheCommit() {
    has("b");
    has("first", "a", "b");
    has("flushed");
    has("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("first").doesNotContain("second");
  }

  @Test
  void outputIsCommittedOnceAnInputThatWasAnOutputHasLeft() {
    has("flushed");
    has("second", "first", "flushed", "a", "b");

    assertThat(ReplicaFiles.provenCommitted(folder)).contains("second");
  }

  @Test
  void referenceToAnOutputIsCommitted() {
    has("out.parent", "a", "b"); // names of the parent region
    has("flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).containsExactly("out.parent");
  }

  @Test
  void outputOfReferencesIsNotCommittedWhileTheyExist() {
    has("out.parent", "a", "b");
    has("flushed");
    has("compacted", "out.parent", "flushed");

    assertThat(ReplicaFiles.provenCommitted(folder)).doesNotContain("compacted");
  }

  private void has(String file, String... sources) {
    folder.put(file, new Origin(Set.of(sources), Set.of()));
  }
}
