package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.apache.hadoop.fs.BlockLocation;
import org.junit.jupiter.api.Test;

class DataNodeAddressesTest {
  private final DataNodeAddresses addresses = new DataNodeAddresses();

  @Test
  void dataNodeIsKnownByItsHostOnceAReplicaWasSeenThere() throws Exception {
    learn("10.0.0.1:9866", "a");

    assertThat(addresses.of("a")).contains(InetSocketAddress.createUnresolved("a", 9866));
    assertThat(addresses.of("b")).isEmpty();
  }

  @Test
  void dataNodeThatCameBackWithAnotherPortIsFound() throws Exception {
    learn("10.0.0.1:9866", "a");
    learn("10.0.0.1:1019", "a");

    assertThat(addresses.of("a")).contains(InetSocketAddress.createUnresolved("a", 1019));
  }

  @Test
  void addressWithoutAPortIsNotOne() throws Exception {
    learn("localhost", "localhost"); // Hadoop's local file system

    assertThat(addresses.of("localhost")).isEmpty();
  }

  private void learn(String address, String host) throws Exception {
    addresses.learn(new BlockLocation(new String[] {address}, new String[] {host}, 0, 1));
  }
}
