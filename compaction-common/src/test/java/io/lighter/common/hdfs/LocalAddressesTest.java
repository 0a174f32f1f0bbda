package io.lighter.common.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LocalAddressesTest {
  @Test
  void addressesThatOthersAreToldAreThisMachines() {
    List<String> addresses = new LocalAddresses().get();

    assertThat(addresses)
        .hasSizeLessThanOrEqualTo(LocalAddresses.MOST)
        .allMatch(address -> LocalAddresses.literal(address).isPresent())
        .noneMatch(address -> LocalAddresses.literal(address).orElseThrow().isLoopbackAddress());
    assertThat(addresses.stream().filter(address -> !address.contains(":")))
        .allMatch(address -> LocalAddresses.isLocal(address + ":9866"));
  }

  @Test
  void addressOfAnotherMachineAndAnyNameAreNotLocal() {
    assertThat(LocalAddresses.isLocal("127.0.0.1:9866")).isTrue();
    assertThat(LocalAddresses.isLocal("192.0.2.1:9866")).isFalse(); // for documentation, RFC 5737
    assertThat(LocalAddresses.isLocal("localhost:9866")).isFalse();
  }
}
