// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static io.lighter.testing.isolation.FakeHost.ours;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationTest {
  private static final List<String> COMMAND = List.of("/bin/sh", "-c", "exit 7");
  private static final Member REGION_SERVER = new Member("region-server", 1, "1g");
  private static final Member COMPACTION_SERVER = new Member("compaction-server", 1, "512m");
  private static final Member DATA_NODE = new Member("data-node", 1, "256m");

  @TempDir private Path folder;
  private FakeHost fake;
  private Path data;

  @BeforeEach
  void makeHost() throws IOException {
    fake = new FakeHost(folder.resolve("host"));
    data = Files.createDirectory(folder.resolve("data"));
  }

  @Test
  void diskAccountingNamesTheDeviceAndLimitsOfDataNodes() throws Exception {
    fake.v1("cpuset", "/");
    fake.v1("cpu", "/");
    fake.v1("memory", "/");
    Path blkio = fake.v1("blkio", "/");
    fake.disk(data);
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      assertThat(isolation.diskAccounting()).isEmpty();
      isolation.wrap(REGION_SERVER, COMMAND);
      isolation.wrap(DATA_NODE, COMMAND);

      List<DiskAccounting> groups = isolation.diskAccounting();
      assertThat(groups)
          .extracting(DiskAccounting::group)
          .containsExactly("region-server-1", "data-node-1");
      assertThat(groups.get(0).device()).isEmpty();
      assertThat(groups.get(0).limits()).isEmpty();
      assertThat(groups.get(1).folder()).isEqualTo(ours(blkio).resolve("data-node-1"));
      assertThat(groups.get(1).device()).isPresent();
      assertThat(groups.get(1).limits()).contains(new DiskLimits(120, 100_000_000));
    }
  }

  @Test
  void withV1EachControllerGetsItsOwnGroupBelowTheOneOfThisProcess() throws Exception {
    Path cpuset = fake.v1("cpuset", "/");
    Path cpu = fake.v1("cpu", "/");
    Path memory = fake.v1("memory", "/session/1");
    Path blkio = fake.v1("blkio", "/");
    fake.disk(data);
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      isolation.wrap(REGION_SERVER, COMMAND);
      List<String> wrapped = isolation.wrap(DATA_NODE, COMMAND);

      assertThat(ours(cpuset).resolve("region-server-1/cpuset.cpus")).hasContent("0");
      assertThat(ours(cpuset).resolve("region-server-1/cpuset.mems")).hasContent("0");
      assertThat(ours(cpuset).resolve("data-node-1/cpuset.cpus")).hasContent("1");
      assertThat(ours(cpu).resolve("region-server-1/cpu.shares")).hasContent("1024");
      assertThat(ours(cpu).resolve("data-node-1/cpu.shares")).hasContent("2048");
      Path limited = ours(memory.resolve("session/1")).resolve("data-node-1");
      assertThat(limited.resolve("memory.limit_in_bytes")).hasContent("" + (672L << 20));
      assertThat(limited.resolve("memory.swappiness")).hasContent("0");
      assertThat(limited.resolveSibling("region-server-1/memory.limit_in_bytes")).doesNotExist();
      Path disk = ours(blkio).resolve("data-node-1");
      assertThat(Files.readString(disk.resolve("blkio.throttle.read_iops_device")))
          .endsWith(" 120");
      for (String direction : List.of("read", "write")) {
        assertThat(Files.readString(disk.resolve("blkio.throttle." + direction + "_bps_device")))
            .endsWith(" 100000000");
      }
      assertThat(ours(blkio).resolve("region-server-1/blkio.throttle.read_iops_device"))
          .doesNotExist();

      long pid = run(wrapped);
      for (Path group :
          List.of(
              limited,
              disk,
              ours(cpu).resolve("data-node-1"),
              ours(cpuset).resolve("data-node-1"))) {
        assertThat(group.resolve("cgroup.procs")).hasContent("" + pid);
      }
    }
    assertNothingIsLeft(cpuset, cpu, memory.resolve("session/1"), blkio);
  }

  @Test
  void secondRegionServerHasTheCpusOfTheCompactionServerAndItsOwnWeight() throws Exception {
    Path cpuset = fake.v1("cpuset", "/");
    Path cpu = fake.v1("cpu", "/");
    IsolationProfile profile =
        IsolationProfile.PAPER_NODE_SLOW.withRegionServersAsCompactionServers();
    Isolation isolation = Isolation.open(profile, data, 2, fake.host());
    try (isolation) {
      isolation.wrap(REGION_SERVER, COMMAND);
      isolation.wrap(new Member("region-server", 2, "1g"), COMMAND);

      assertThat(ours(cpuset).resolve("region-server-1/cpuset.cpus")).hasContent("0");
      assertThat(ours(cpuset).resolve("region-server-2/cpuset.cpus")).hasContent("1");
      assertThat(ours(cpu).resolve("region-server-2/cpu.shares")).hasContent("1024");
      assertThat(ours(cpu).resolve("region-server-2/cpu.cfs_quota_us")).hasContent("5000");
      assertThat(ours(cpu).resolve("region-server-1/cpu.cfs_quota_us")).doesNotExist();
      assertThat(isolation.report().lines().toString())
          .contains("the first region server runs on CPU 0");
    }
  }

  @Test
  void withV2GroupsAreCreatedInTheNearestDelegatingAncestor() throws Exception {
    Path mount = fake.v2("cpuset cpu io memory pids", "/slice/scope");
    Path slice = mount.resolve("slice");
    Files.writeString(slice.resolve("cgroup.subtree_control"), "cpuset cpu io memory\n");
    Files.writeString(slice.resolve("cpuset.cpus.effective"), "2-3\n");
    fake.disk(data);
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      isolation.wrap(REGION_SERVER, COMMAND);
      List<String> wrapped = isolation.wrap(DATA_NODE, COMMAND);

      Path root = ours(slice);
      assertThat(root.resolve("cgroup.subtree_control")).exists();
      assertThat(root.resolve("region-server-1/cpuset.cpus")).hasContent("2");
      assertThat(root.resolve("region-server-1/cpu.weight")).hasContent("100");
      assertThat(root.resolve("region-server-1/memory.max")).doesNotExist();
      Path group = root.resolve("data-node-1");
      assertThat(group.resolve("cpuset.cpus")).hasContent("3");
      assertThat(group.resolve("cpu.weight")).hasContent("200");
      assertThat(group.resolve("memory.max")).hasContent("" + (672L << 20));
      assertThat(Files.readString(group.resolve("io.max")))
          .endsWith(" rbps=100000000 wbps=100000000 riops=120");

      assertThat(group.resolve("cgroup.procs")).hasContent("" + run(wrapped));
    }
    assertNothingIsLeft(slice);
    assertThat(slice.resolve("cgroup.subtree_control")).hasContent("cpuset cpu io memory");
  }

  @Test
  void withV2WithoutDelegatingAncestorTheRootDelegates() throws Exception {
    Path mount = fake.v2("cpuset cpu", "/slice/scope");
    try (Isolation isolation = open(IsolationProfile.SSD)) {
      isolation.wrap(REGION_SERVER, COMMAND);

      assertThat(ours(mount).resolve("region-server-1/cpuset.cpus")).hasContent("0");
      assertThat(Files.readString(mount.resolve("cgroup.subtree_control"))).startsWith("+cpu");
      assertThat(isolation.report().missing()).isEmpty();
    }
  }

  @Test
  void hybridHostUsesTheVersionThatHasTheController() throws Exception {
    Path cpuset = fake.v1("cpuset", "/");
    Path unified = fake.v2("memory hugetlb", "/");
    fake.disk(data);
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE.withoutNetwork())) {
      isolation.wrap(DATA_NODE, COMMAND);

      assertThat(ours(cpuset).resolve("data-node-1/cpuset.cpus")).hasContent("1");
      assertThat(ours(unified).resolve("data-node-1/memory.max")).hasContent("" + (672L << 20));
      IsolationReport report = isolation.report();
      assertThat(report.host()).isEqualTo("cgroup v1: CPU sets; cgroup v2: memory limits");
      assertThat(report.missing())
          .containsExactly("CPU shares, disk limits: this host has no such controller");
      assertThat(report.isComplete()).isFalse();
    }
  }

  @Test
  void withoutPermissionCommandsAreUnchangedAndTheReportHasTheReason() throws Exception {
    for (String controller : List.of("cpu", "memory", "blkio")) {
      fake.v1WithoutPermission(controller);
    }
    fake.disk(data);
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      isolation.enterClients();

      assertThat(isolation.wrap(DATA_NODE, COMMAND)).isEqualTo(COMMAND);
      assertThat(isolation.wrapClient(COMMAND)).isEqualTo(COMMAND);
      IsolationReport report = isolation.report();
      assertThat(report.missing()).hasSize(3);
      assertThat(report.missing().get(0)).isEqualTo("CPU sets: this host has no such controller");
      assertThat(report.missing().get(1)).startsWith("CPU shares, memory limits, disk limits: ");
      assertThat(report.missing().get(2)).startsWith("network of paper-node: ");
      assertThat(report.groups())
          .allSatisfy(g -> assertThat(g.toString()).endsWith("not isolated"));
      assertThat(report.lines()).anySatisfy(line -> assertThat(line).contains("NOT in force"));
    }
  }

  @Test
  void hostWithOneCpuPinsNothingAndReportsThis() throws Exception {
    Path cpuset = fake.v1("cpuset", "/");
    Path cpu = fake.v1("cpu", "/");
    Files.writeString(cpuset.resolve("cpuset.effective_cpus"), "3\n");
    try (Isolation isolation = open(IsolationProfile.SSD)) {
      isolation.wrap(REGION_SERVER, COMMAND);

      assertThat(isolation.report().missing())
          .containsExactly("CPU sets: this host has only one CPU for us");
      assertThat(ours(cpu).resolve("region-server-1/cpu.shares")).exists();
    }
  }

  @Test
  void dataWithoutABlockDeviceHasNoDiskLimitAndTheReportHasTheReason() throws Exception {
    Path blkio = fake.v1("blkio", "/");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      isolation.wrap(DATA_NODE, COMMAND);

      assertThat(isolation.report().missing())
          .contains("disk limits: the data is not on a block device of its own");
      assertThat(ours(blkio).resolve("data-node-1/blkio.throttle.read_iops_device")).doesNotExist();
    }
  }

  @Test
  void theClientsGroupHoldsThisJvmUntilTheEnd() throws Exception {
    Path cpuset = fake.v1("cpuset", "/mine");
    Path home = cpuset.resolve("mine");
    try (Isolation isolation = open(IsolationProfile.SSD)) {
      isolation.enterClients();

      Path clients = ours(home).resolve("clients");
      assertThat(clients.resolve("cpuset.cpus")).hasContent("1");
      assertThat(clients.resolve("cgroup.procs")).hasContent("" + FakeHost.PID);
      assertThat(home.resolve("cgroup.procs")).doesNotExist();
    }
    assertThat(home.resolve("cgroup.procs")).hasContent("" + FakeHost.PID);
    assertNothingIsLeft(home);
  }

  @Test
  void eachDataNodeIsLimitedOnItsOwnDiskAndSoAreTheKernelsWrites() throws Exception {
    Path blkio = fake.v1("blkio", "/mine");
    Path writes = blkio.resolve("blkio.throttle.write_bps_device");
    fake.disk(data);
    Member second = new Member("data-node", 2, "256m");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      fake.tools().loopDevice("/dev/loop5", "7:5");
      isolation.giveDisk(DATA_NODE, data.resolve("data-node-1"));
      assertThat(writes).hasContent("7:5 100000000");
      fake.tools().loopDevice("/dev/loop6", "7:6");
      isolation.giveDisk(second, data.resolve("data-node-2"));
      assertThat(writes).hasContent("7:6 100000000");
      isolation.giveDisk(DATA_NODE, data.resolve("data-node-1")); // a restart
      isolation.wrap(DATA_NODE, COMMAND);
      isolation.wrap(second, COMMAND);

      Path groups = ours(blkio.resolve("mine"));
      assertThat(groups.resolve("data-node-1/blkio.throttle.read_iops_device"))
          .hasContent("7:5 120");
      assertThat(groups.resolve("data-node-2/blkio.throttle.read_iops_device"))
          .hasContent("7:6 120");
      assertThat(isolation.report().missing()).noneMatch(m -> m.contains("disk of its own"));
      assertThat(isolation.report().remarks()).anyMatch(r -> r.contains("loop devices"));
    }
    assertThat(writes).hasContent("7:6 0");
    assertThat(fake.tools().commands())
        .endsWith("umount " + data.resolve("data-node-1"), "umount " + data.resolve("data-node-2"));
  }

  @Test
  void logHasASecondDiskWithTheLimitsOfTheFirstOne() throws Exception {
    Path blkio = fake.v1("blkio", "/mine");
    Path first = data.resolve("data-node-1");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      fake.tools().loopDevice("/dev/loop5", "7:5");
      isolation.giveDisk(DATA_NODE, first);
      fake.tools().loopDevice("/dev/loop6", "7:6");
      Path second = isolation.giveLogVolume(DATA_NODE, first);
      assertThat(second).isEqualTo(data.resolve("data-node-1-wal"));
      assertThat(blkio.resolve("blkio.throttle.write_bps_device")).hasContent("7:6 100000000");
      assertThat(isolation.giveLogVolume(DATA_NODE, first)).as("a restart").isEqualTo(second);
      assertThat(fake.tools().commands()).filteredOn(c -> c.startsWith("mkfs")).hasSize(2);
      isolation.wrap(DATA_NODE, COMMAND);

      // A file of the fake kernel keeps the last line only, that of the second disk.
      assertThat(ours(blkio.resolve("mine")).resolve("data-node-1/blkio.throttle.read_iops_device"))
          .hasContent("7:6 120");
      assertThat(isolation.diskAccounting())
          .extracting(DiskAccounting::group, account -> account.device().orElseThrow())
          .containsExactly(tuple("data-node-1", "7:5"), tuple("data-node-1-wal", "7:6"));
      assertThat(isolation.report().groups().get(0).disk())
          .isEqualTo("120 reads/s, 100 MB/s of each of 7:5, 7:6");
      assertThat(isolation.report().missing()).noneMatch(m -> m.contains("second disk"));
      assertThat(isolation.report().remarks()).anyMatch(r -> r.contains("second disk"));
    }
    assertThat(fake.tools().commands()).endsWith("umount " + first, "umount " + first + "-wal");
  }

  @Test
  void withV2BothDisksOfADataNodeAreLimited() throws Exception {
    Path unified = fake.v2("io", "/");
    Path first = data.resolve("data-node-1");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      fake.tools().loopDevice("/dev/loop5", "7:5");
      isolation.giveDisk(DATA_NODE, first);
      fake.tools().loopDevice("/dev/loop6", "7:6");
      isolation.giveLogVolume(DATA_NODE, first);
      isolation.wrap(DATA_NODE, COMMAND);

      assertThat(ours(unified).resolve("data-node-1/io.max"))
          .hasContent("7:6 rbps=100000000 wbps=100000000 riops=120");
    }
  }

  @Test
  void eachStorageTypeHasADiskWithLimitsOfItsOwn() throws Exception {
    Path unified = fake.v2("io", "/");
    Path node = data.resolve("data-node-1");
    try (Isolation isolation = open(IsolationProfile.TIERS)) {
      fake.tools().loopDevices(5, 6, 7);
      isolation.giveTypedDisks(DATA_NODE, type -> node.resolve(type).toString());
      isolation.giveTypedDisks(DATA_NODE, type -> node.resolve(type).toString()); // a restart
      isolation.wrap(DATA_NODE, COMMAND);
      isolation.wrap(REGION_SERVER, COMMAND);

      assertThat(isolation.diskAccounting())
          .extracting(
              DiskAccounting::group,
              account -> account.device().orElseThrow(),
              account -> account.limits().orElseThrow().readsPerSecond())
          .containsExactly(
              tuple("data-node-1", "7:5", 200L),
              tuple("data-node-1-7:6", "7:6", 200L),
              tuple("data-node-1-7:7", "7:7", 3_000L),
              tuple("region-server-1", "7:7", 3_000L));
      assertThat(ours(unified).resolve("region-server-1/io.max"))
          .as("a file of its own on the fast disk")
          .hasContent("7:7 rbps=100000000 wbps=16000000 riops=3000");
      assertThat(isolation.report().groups().get(0).disk())
          .isEqualTo(
              "200 reads/s, 100 MB/s of 7:5; 200 reads/s, 16 MB/s of 7:6;"
                  + " 3000 reads/s, 100 MB/s read, 16 MB/s written of 7:7");
      assertThat(isolation.report().remarks()).anyMatch(r -> r.contains("storage type"));
      assertThat(isolation.report().missing()).noneMatch(m -> m.contains("disk"));
    }
  }

  @Test
  void missingDisksOfStorageTypesAreReported() throws Exception {
    fake.v2("io", "/");
    try (Isolation isolation = open(IsolationProfile.TIERS)) {
      fake.tools().fail("losetup --find", "no free loop device");
      isolation.giveTypedDisks(DATA_NODE, type -> data.resolve(type).toString());

      assertThat(isolation.report().missing())
          .contains("disk of the type SSD for data-node-1: no free loop device");
    }
  }

  @Test
  void withoutASecondDiskTheLogIsInAFolderOfTheFirstOneAndTheReportSaysSo() throws Exception {
    Path first = data.resolve("data-node-1");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      fake.tools().loopDevice("/dev/loop5", "7:5");
      isolation.giveDisk(DATA_NODE, first);
      fake.tools().fail("losetup --find", "no free loop device");

      assertThat(isolation.giveLogVolume(DATA_NODE, first)).isEqualTo(first.resolve("wal"));
      assertThat(isolation.report().missing())
          .contains("second disk, for HBase's log, of data-node-1: no free loop device");
      assertThat(isolation.report().remarks()).noneMatch(r -> r.contains("second disk"));
    }
    for (IsolationProfile profile : List.of(IsolationProfile.NONE, IsolationProfile.ONE_DISK)) {
      try (Isolation isolation = open(profile)) {
        assertThat(isolation.giveLogVolume(DATA_NODE, first)).isEqualTo(first.resolve("wal"));
        assertThat(isolation.report().missing())
            .contains(
                "second disk, for HBase's log, of data-node-1: the profile %s has no disks of data"
                        .formatted(profile.name())
                    + " nodes");
      }
    }
  }

  @Test
  void withoutLoopDevicesTheSharedDiskIsLimitedAndTheReportHasTheReason() throws Exception {
    Path blkio = fake.v1("blkio", "/");
    fake.disk(data);
    fake.tools().fail("mkfs.ext4", "this host lacks mkfs.ext4");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE)) {
      isolation.giveDisk(DATA_NODE, data.resolve("data-node-1"));
      isolation.wrap(DATA_NODE, COMMAND);

      assertThat(isolation.report().missing())
          .contains("disk of its own for data-node-1: this host lacks mkfs.ext4");
      assertThat(ours(blkio).resolve("data-node-1/blkio.throttle.read_iops_device")).exists();
      assertThat(blkio.resolve("blkio.throttle.write_bps_device")).doesNotExist();
    }
  }

  @Test
  void theOneDiskOfTheWorstCaseIsNoLoopDevice() throws Exception {
    try (Isolation isolation = open(IsolationProfile.ONE_DISK)) {
      isolation.giveDisk(DATA_NODE, data.resolve("data-node-1"));

      assertThat(isolation.report().missing()).noneMatch(m -> m.contains("disk of its own"));
    }
    assertThat(fake.tools().commands()).noneMatch(command -> command.startsWith("mkfs"));
  }

  @Test
  void aSlowCompactionServerHasAQuotaWithEitherVersion() throws Exception {
    Path cpu = fake.v1("cpu", "/");
    try (Isolation isolation = open(IsolationProfile.PAPER_NODE_SLOW)) {
      isolation.wrap(COMPACTION_SERVER, COMMAND);
      isolation.wrap(DATA_NODE, COMMAND);

      Path group = ours(cpu).resolve("compaction-server-1");
      assertThat(group.resolve("cpu.cfs_period_us")).hasContent("10000");
      assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("5000");
      assertThat(group.resolve("cpu.shares")).hasContent("128");
      assertThat(group.resolveSibling("data-node-1/cpu.cfs_quota_us")).doesNotExist();
      assertThat(isolation.report().groups().get(0).toString()).contains("at most 50 % of a CPU");
    }
    FakeHost other = new FakeHost(folder.resolve("other"));
    Path unified = other.v2("cpu", "/");
    try (Isolation isolation =
        Isolation.open(IsolationProfile.PAPER_NODE_SLOW, data, 1, other.host())) {
      isolation.wrap(COMPACTION_SERVER, COMMAND);

      assertThat(ours(unified).resolve("compaction-server-1/cpu.max")).hasContent("5000 10000");
    }
  }

  @Test
  void nextStartEndsTheLimitOfAnEndedProcesssDisk() throws Exception {
    Path blkio = fake.v1("blkio", "/");
    fake.tools()
        .answer(
            "losetup --list --noheadings --output NAME",
            "/dev/loop4 7:4 /a/lighter-12-ab-data-node-1.disk (deleted)");

    open(IsolationProfile.PAPER_NODE).close();

    assertThat(blkio.resolve("blkio.throttle.write_bps_device")).hasContent("7:4 0");
    assertThat(fake.tools().commands()).contains("losetup --detach /dev/loop4");
  }

  @Test
  void nextStartEndsTheLimitOfALoopDeviceWithoutAFile() throws Exception {
    Path blkio = fake.v1("blkio", "/");
    Path limits = blkio.resolve("blkio.throttle.write_bps_device");
    fake.directIo("7:4", true);
    Files.writeString(limits, "7:4 100000000\n");

    open(IsolationProfile.PAPER_NODE).close();
    assertThat(limits).hasContent("7:4 0");

    fake.loopFile("7:4");
    Files.writeString(limits, "7:4 100000000\n");
    open(IsolationProfile.PAPER_NODE).close();
    assertThat(limits).as("used by another process").hasContent("7:4 100000000");

    Files.writeString(limits, "8:0 100000000\n");
    open(IsolationProfile.PAPER_NODE).close();
    assertThat(limits).as("no loop device").hasContent("8:0 100000000");
  }

  @Test
  void nextStartRemovesOnlyGroupsOfEndedProcesses() throws Exception {
    Path memory = fake.v1("memory", "/session/2");
    Path dead = Files.createDirectories(memory.resolve("session/1/lighter-12-ab/data-node-1"));
    Path living = Files.createDirectories(memory.resolve("lighter-13-cd/data-node-1"));
    Path foreign = Files.createDirectories(memory.resolve("lighter-house/room"));
    fake.alive(13);

    open(IsolationProfile.NONE).close();
    assertThat(dead).exists();
    open(IsolationProfile.SSD).close();

    assertThat(dead.getParent()).doesNotExist();
    assertThat(living).exists();
    assertThat(foreign).exists();
  }

  @Test
  void profileNoneChangesNothing() throws Exception {
    Path cpuset = fake.v1("cpuset", "/");
    try (Isolation isolation = open(IsolationProfile.NONE)) {
      isolation.enterClients();

      assertThat(isolation.wrap(REGION_SERVER, COMMAND)).isEqualTo(COMMAND);
      assertThat(isolation.jvmOptions(REGION_SERVER, List.of())).isEmpty();
      assertThat(isolation.report().missing()).isEmpty();
      assertThat(isolation.report().groups()).isEmpty();
    }
    assertNothingIsLeft(cpuset);
  }

  private Isolation open(IsolationProfile profile) throws IOException {
    return Isolation.open(profile, data, 1, fake.host());
  }

  private static long run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).start();
    assertThat(process.waitFor()).isEqualTo(7);
    return process.pid();
  }

  private static void assertNothingIsLeft(Path... parents) throws IOException {
    for (Path parent : parents) {
      try (var children = Files.list(parent)) {
        assertThat(children.map(path -> path.getFileName().toString()))
            .noneMatch(name -> name.startsWith("lighter-"));
      }
    }
  }
}
