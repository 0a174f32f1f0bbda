// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.protocol.LighterProtos;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class SlotTableTest {
  @Test
  void bytesRoundTrip() throws IOException {
    SlotTable table = tableOf(5);

    assertThat(SlotTable.parse(table.toBytes())).isEqualTo(table).hasSameHashCodeAs(table);
    assertThat(SlotTable.parse(SlotTable.EMPTY.toBytes())).isEqualTo(SlotTable.EMPTY);
  }

  @Test
  void everySlotMayHaveADifferentServer() throws IOException {
    ServerName[] owners =
        IntStream.range(0, SlotTable.SLOTS)
            .mapToObj(SlotTableTest::server)
            .toArray(ServerName[]::new);
    SlotTable table = SlotTable.of(owners);

    assertThat(SlotTable.parse(table.toBytes()).owners()).containsExactly(owners);
  }

  @Test
  void slotsAreCountedByOwnerWithoutUnownedOnes() {
    SlotTable table = tableOf(2);

    assertThat(table.ownerOf(0)).isEmpty();
    assertThat(table.slotsByOwner()).containsOnlyKeys(server(0), server(1));
    assertThat(table.slotsByOwner().values().stream().mapToInt(each -> each).sum())
        .isEqualTo((int) Arrays.stream(table.owners()).filter(each -> each != null).count());
  }

  @Test
  void tableCopiesItsArrays() {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    SlotTable table = SlotTable.of(owners);
    owners[1] = server(1);
    table.owners()[2] = server(2);

    assertThat(table).isEqualTo(SlotTable.EMPTY);
    assertThatIllegalArgumentException().isThrownBy(() -> SlotTable.of(new ServerName[7]));
  }

  @Test
  void slotsAreInRangeAndEvenlyHit() {
    int[] hits = new int[SlotTable.SLOTS];
    IntStream.range(0, 100 * SlotTable.SLOTS).forEach(i -> hits[SlotTable.slotOf("r" + i)]++);

    assertThat(IntStream.of(hits).min().getAsInt()).isGreaterThan(50);
    assertThat(IntStream.of(hits).max().getAsInt()).isLessThan(160);
  }

  @Test
  void byLoadIsStoredAndFalseInOldTables() throws IOException {
    SlotTable spread = tableOf(3);
    SlotTable placed = SlotTable.of(spread.owners(), true);

    assertThat(placed).isNotEqualTo(spread);
    assertThat(SlotTable.parse(placed.toBytes())).isEqualTo(placed);
    assertThat(SlotTable.parse(placed.toBytes()).byLoad()).isTrue();
    assertThat(SlotTable.parse(spread.toBytes()).byLoad()).isFalse();
  }

  @Test
  void slotOfARegionNeverChanges() { // tables outlive processes
    assertThat(SlotTable.slotOf("1588230740")).isEqualTo(1021);
  }

  @Test
  void truncatedBytesAreAnIOException() {
    byte[] bytes = tableOf(3).toBytes();
    for (int length = 0; length < bytes.length; length += length < 64 ? 1 : 97) {
      byte[] truncated = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> SlotTable.parse(truncated));
    }
  }

  @Test
  void damagedBytesAreATableOrAnIOException() {
    Random random = new Random(42);
    byte[] bytes = tableOf(3).toBytes();
    for (int i = 0; i < 5_000; i++) {
      byte[] damaged = bytes.clone();
      int flips = 1 + random.nextInt(3);
      for (int flip = 0; flip < flips; flip++) {
        int position = random.nextInt(random.nextBoolean() ? 64 : damaged.length);
        damaged[position] = (byte) random.nextInt();
      }
      parseOrIOException(damaged);
      byte[] garbage = new byte[random.nextInt(200)];
      random.nextBytes(garbage);
      parseOrIOException(garbage);
    }
  }

  @Test
  void tableThatNamesNoServersIsAnIOException() {
    for (String name : new String[] {"", "garbage", "h,1", "h,x,1", "h,1,99999999999999999999"}) {
      byte[] bytes =
          LighterProtos.SlotTable.newBuilder()
              .addServer(name)
              .setSlot(ByteString.copyFrom(new byte[SlotTable.SLOTS * 2]))
              .build()
              .toByteArray();
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> SlotTable.parse(bytes))
          .withMessageContaining("server name");
    }
  }

  @Test
  void slotThatNamesNoServerOfTheTableIsAnIOException() {
    byte[] bytes =
        LighterProtos.SlotTable.newBuilder()
            .setSlot(ByteString.copyFrom(new byte[SlotTable.SLOTS * 2]))
            .build()
            .toByteArray();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> SlotTable.parse(bytes))
        .withMessageContaining("slot 0 names server 0 of 0");
  }

  /** Fails the test on any other exception. */
  private static void parseOrIOException(byte[] bytes) {
    try {
      assertThat(SlotTable.parse(bytes).owners()).hasSize(SlotTable.SLOTS);
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** A table with servers in turn, and without owner for every tenth slot. */
  private static SlotTable tableOf(int servers) {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.setAll(owners, slot -> slot % 10 == 0 ? null : server(slot % servers));
    return SlotTable.of(owners);
  }

  private static ServerName server(int i) {
    return ServerName.valueOf("host" + i, 16040, 1);
  }
}
