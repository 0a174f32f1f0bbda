// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalAddressesTest {
  @Test
  void publishedAddressesBelongToThisMachine() {
    List<String> addresses = new LocalAddresses().get();

    assertThat(addresses)
        .hasSizeLessThanOrEqualTo(LocalAddresses.MOST)
        .allMatch(address -> LocalAddresses.literal(address).isPresent())
        .noneMatch(address -> LocalAddresses.literal(address).orElseThrow().isLoopbackAddress());
    assertThat(addresses.stream().filter(address -> !address.contains(":")))
        .allMatch(address -> LocalAddresses.isLocal(address + ":9866"));
  }

  @Test
  void addressesAmbiguousElsewhereAreNotPublished() throws UnknownHostException {
    byte[] local = address("fd00::1").getAddress();
    int interfaceOfThisMachine = 3;

    assertThat(
            LocalAddresses.knownToOthers(
                List.of(
                    address("127.0.0.1"),
                    address("10.0.0.1"),
                    address("169.254.0.1"),
                    address("::1"),
                    address("fe80::1"),
                    Inet6Address.getByAddress(null, local, interfaceOfThisMachine))))
        .containsExactly("10.0.0.1", "fd00:0:0:0:0:0:0:1");
  }

  @Test
  void publishedAddressesAreLimited() {
    List<InetAddress> many = new ArrayList<>();
    for (int i = 0; i <= LocalAddresses.MOST; i++) {
      many.add(address("10.0.0." + i));
    }

    assertThat(LocalAddresses.knownToOthers(many)).hasSize(LocalAddresses.MOST);
  }

  @Test
  void addressOfAnotherMachineAndAnyNameAreNotLocal() {
    assertThat(LocalAddresses.isLocal("127.0.0.1:9866")).isTrue();
    assertThat(LocalAddresses.isLocal("192.0.2.1:9866")).isFalse(); // for documentation, RFC 5737
    assertThat(LocalAddresses.isLocal("localhost:9866")).isFalse();
  }

  private static InetAddress address(String literal) {
    return LocalAddresses.literal(literal).orElseThrow();
  }
}
