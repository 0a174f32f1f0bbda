// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class DataNodeAddressesTest {
  private final DataNodeAddresses addresses = new DataNodeAddresses();

  @Test
  void dataNodeIsFoundByHostAfterAReplicaWasSeen() throws Exception {
    learn("10.0.0.1:9866", "a");

    assertThat(find("a")).contains(unresolved("a", 9866));
    assertThat(find("b")).isEmpty();
  }

  @Test
  void restartedDataNodeIsFoundWithItsNewPort() throws Exception {
    learn("10.0.0.1:9866", "a");
    learn("10.0.0.1:1019", "a");

    assertThat(find("a")).contains(unresolved("a", 1019));
    assertThat(find("other", "10.0.0.1")).contains(unresolved("10.0.0.1", 1019));
  }

  @Test
  void addressWithoutAPortIsIgnored() throws Exception {
    learn("localhost", "localhost"); // Hadoop's local file system

    assertThat(find("localhost")).isEmpty();
  }

  /** {@code dfs.datanode.hostname}, {@code hbase.unsafe.regionserver.hostname}, another domain. */
  @Test
  void dataNodeWithAnotherNameIsFoundByAddress() throws Exception {
    learn("10.0.0.7:9866", "storage-7.internal");

    assertThat(find("hbase7.example.com", "192.168.0.7", "10.0.0.7"))
        .contains(unresolved("10.0.0.7", 9866));
    assertThat(find("hbase7.example.com", "192.168.0.7")).isEmpty();
  }

  /** HDFS's name node accepts a name without an address. */
  @Test
  void equalNameIsPreferredToEqualAddress() throws Exception {
    learn("10.0.0.7:9866", "a");
    learn("10.0.0.8:9866", "b");

    assertThat(find("a", "10.0.0.8")).contains(unresolved("a", 9866));
  }

  @Test
  void lettersOfTheNamesMayDiffer() throws Exception {
    learn("10.0.0.7:9866", "DN7.Example.COM");

    assertThat(find("dn7.example.com")).isPresent();
    assertThat(find("Dn7.Example.com")).isPresent();
  }

  @Test
  void shortNameMatchesFullName() throws Exception {
    learn("10.0.0.7:9866", "dn7");
    learn("10.0.0.8:9866", "dn8.example.com");

    assertThat(find("dn7.example.com")).contains(unresolved("10.0.0.7", 9866));
    assertThat(find("dn8")).contains(unresolved("10.0.0.8", 9866));
  }

  @Test
  void differentFullNamesAreDifferentMachines() throws Exception {
    learn("10.0.0.7:9866", "dn7.east.example.com");

    assertThat(find("dn7.west.example.com")).isEmpty();
  }

  @Test
  void regionServerNamedByAddressIsFound() throws Exception {
    learn("10.0.0.7:9866", "dn7.example.com");

    assertThat(find("10.0.0.7")).contains(unresolved("10.0.0.7", 9866));
    assertThat(find("10.0.0.8")).isEmpty();
    assertThat(find("10")).isEmpty();
  }

  /** Every machine has this address, so it identifies none. */
  @Test
  void loopbackAddressIdentifiesNoMachine() throws Exception {
    learn("127.0.0.1:9866", "dn7.example.com");

    assertThat(find("hbase7.example.com", "127.0.0.1")).isEmpty();
  }

  private void learn(String address, String host) throws Exception {
    addresses.learn(new BlockLocation(new String[] {address}, new String[] {host}, 0, 1));
  }

  private Optional<InetSocketAddress> find(String host, String... ofItsMachine) {
    return addresses.of(ServerName.valueOf(host, 16020, 1).getHostname(), List.of(ofItsMachine));
  }

  private static InetSocketAddress unresolved(String host, int port) {
    return InetSocketAddress.createUnresolved(host, port);
  }
}
