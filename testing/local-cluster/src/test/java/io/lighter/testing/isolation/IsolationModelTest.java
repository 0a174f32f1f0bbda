// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationModelTest {
  @TempDir private Path sys;

  @Test
  void twoCpusGiveTheFirstToTheRegionServers() {
    CpuPlan plan = CpuPlan.of("0-1", 2).orElseThrow();

    assertThat(plan.ofRegionServer(1)).isEqualTo("0");
    assertThat(plan.ofRegionServer(2)).isEqualTo("0");
    assertThat(plan.ofOthers()).isEqualTo("1");
  }

  @Test
  void regionServersHaveACpuEachWhileOneIsLeftForTheOthers() {
    CpuPlan plan = CpuPlan.of("0-2,8", 2).orElseThrow();

    assertThat(plan.ofRegionServers()).isEqualTo("0,1");
    assertThat(plan.ofRegionServer(2)).isEqualTo("1");
    assertThat(plan.ofRegionServer(3)).isEqualTo("0");
    assertThat(plan.ofOthers()).isEqualTo("2,8");
  }

  @Test
  void oneCpuCannotBeDistributed() {
    assertThat(CpuPlan.of("5", 1)).isEmpty();
  }

  @Test
  void aPartitionIsLimitedThroughItsDisk() throws Exception {
    Path disk = Files.createDirectories(sys.resolve("devices/sda"));
    Files.writeString(disk.resolve("dev"), "8:0\n");
    Path partition = Files.createDirectories(disk.resolve("sda3"));
    Files.writeString(partition.resolve("partition"), "3\n");
    Path blocks = Files.createDirectories(sys.resolve("block"));
    Files.createSymbolicLink(blocks.resolve("8:3"), partition);
    Files.createSymbolicLink(blocks.resolve("8:0"), disk);

    assertThat(BlockDevice.of(0x803, blocks)).contains(new BlockDevice(8, 0));
    assertThat(BlockDevice.of(0x800, blocks)).contains(new BlockDevice(8, 0));
    assertThat(BlockDevice.of(0x29, blocks)).as("tmpfs and the like").isEmpty();
  }

  @Test
  void heapSizesAreParsedLikeTheJvms() {
    assertThat(MemoryBudget.parse("512m")).isEqualTo(512L << 20);
    assertThat(MemoryBudget.parse("2G")).isEqualTo(2L << 30);
    assertThat(MemoryBudget.parse("4096")).isEqualTo(4096);
    assertThatThrownBy(() -> MemoryBudget.parse("2 GB"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'2 GB'");
  }

  @Test
  void anUnknownProfileIsRefusedWithTheNamesOfAll() {
    assertThat(IsolationProfile.named("paper-node")).isSameAs(IsolationProfile.PAPER_NODE);
    assertThatThrownBy(() -> IsolationProfile.named("hdd"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no isolation profile 'hdd'; there are none, ssd, paper-node, paper-node-slow,"
                + " one-disk, tiers, object-store");
  }

  @Test
  void theSlowProfileHasAQuarterOfTheRates() {
    IsolationProfile slow = IsolationProfile.PAPER_NODE_SLOW;

    assertThat(slow.disk()).contains(new DiskLimits(30, 25_000_000));
    assertThat(slow.networkBitsPerSecond()).hasValue(250_000_000);
    assertThat(slow.speed()).isEqualTo(0.25);
    assertThat(slow.yielding()).isEmpty();
    assertThat(slow.withoutNetwork().networkBitsPerSecond()).isEmpty();
    assertThat(slow.withoutNetwork().cpuQuota()).isEqualTo(slow.cpuQuota());
  }

  @Test
  void profileOfAnotherClusterHasAllOtherLimits() {
    IsolationProfile slow = IsolationProfile.PAPER_NODE_SLOW;
    IsolationProfile moreRegionServers = slow.withRegionServersAsCompactionServers();

    assertThat(moreRegionServers.regionServersAsCompactionServers()).isTrue();
    assertThat(moreRegionServers)
        .usingRecursiveComparison()
        .ignoringFields("regionServersAsCompactionServers")
        .isEqualTo(slow);
    assertThat(IsolationProfile.SSD.withoutNetwork()).isEqualTo(IsolationProfile.SSD);
  }

  @Test
  void profileWithoutANetworkStartsNoOtherJvm() {
    assertThat(ShapedLoopback.jvm(IsolationProfile.SSD, "java", List.of("Main", "x")))
        .containsExactly("java", "Main", "x");
  }

  @Test
  void aShapedCommandKeepsItsArguments() {
    List<String> wrapped = ShapedLoopback.wrap(1_000_000, List.of("java", "a b"));

    assertThat(wrapped)
        .startsWith("unshare", "--net", "--mount")
        .endsWith("1000000", "java", "a b");
  }
}
