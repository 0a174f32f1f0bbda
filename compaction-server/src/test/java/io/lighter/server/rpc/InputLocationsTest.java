// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.hadoop.fs.BlockLocation;
import org.junit.jupiter.api.Test;

class InputLocationsTest {
  private final InputLocations locations =
      new InputLocations(
          address -> address.equals("here:9866"),
          (host, address) -> host.equals("rs") && address.equals("rs:9866"));

  @Test
  void localReplicaIsRead() throws Exception {
    add(100, "a", "b", "here");
    add(100, "here", "c", "d");

    assertThat(locations.mostlyReadFrom()).containsExactly("here");
  }

  @Test
  void dataNodeWithAllReplicasIsMostlyReadFrom() throws Exception {
    add(100, "a", "b", "c");
    add(100, "a", "d", "e");
    add(100, "a", "f", "g");

    assertThat(locations.mostlyReadFrom()).containsExactly("a");
  }

  /** The region server's machine has a replica of all that it flushed. */
  @Test
  void regionServersReplicaIsNotReadIfThereIsAnother() throws Exception {
    add(100, "rs", "b", "c");
    add(100, "c", "rs");

    assertThat(locations.mostlyReadFrom()).containsExactly("c");
  }

  @Test
  void onlyReplicaIsReadFromTheRegionServersMachine() throws Exception {
    add(100, "rs");
    add(10, "rs", "b");

    assertThat(locations.mostlyReadFrom()).containsExactly("rs");
  }

  @Test
  void replicasOfASingleBlockAreAsLikelyEach() throws Exception {
    add(100, "c", "a", "b");

    assertThat(locations.mostlyReadFrom()).containsExactly("a", "b", "c");
  }

  @Test
  void largeFileCountsMoreThanSmallOnes() throws Exception {
    add(1_000, "big");
    add(10, "small");
    add(10, "small");

    assertThat(locations.mostlyReadFrom()).containsExactly("big");
  }

  @Test
  void scatteredInputHasNoMainDataNode() throws Exception {
    for (int block = 0; block < 20; block++) {
      add(100, "dn" + block, "dn" + (block + 1), "dn" + (block + 2));
    }

    assertThat(locations.mostlyReadFrom()).isEmpty();
  }

  @Test
  void emptyInputHasNoMainDataNode() {
    assertThat(locations.mostlyReadFrom()).isEmpty();
  }

  private void add(long length, String... hosts) throws Exception {
    String[] addresses = Arrays.stream(hosts).map(host -> host + ":9866").toArray(String[]::new);
    locations.add(new BlockLocation(addresses, hosts, 0, length));
  }
}
