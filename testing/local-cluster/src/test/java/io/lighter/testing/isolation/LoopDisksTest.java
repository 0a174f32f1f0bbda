// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopDisksTest {
  @TempDir private Path folder;
  private FakeHost fake;
  private FakeTools tools;
  private Path hdfs;
  private Path mountPoint;

  @BeforeEach
  void makeHost() throws IOException {
    fake = new FakeHost(folder.resolve("host"));
    tools = fake.tools();
    tools.loopDevice("/dev/loop5", "7:5");
    fake.directIo("7:5", true);
    hdfs = Files.createDirectory(folder.resolve("hdfs"));
    mountPoint = hdfs.resolve("data-node-1");
  }

  @Test
  void aDiskIsMadeMountedAndLeftToItsMount() throws Exception {
    try (LoopDisks disks = new LoopDisks(fake.host())) {
      BlockDevice device = disks.mount(mountPoint, "data-node-1");

      assertThat(device).isEqualTo(new BlockDevice(7, 5));
      assertThat(disks.isCachedTwice()).isFalse();
      assertThat(tools.commands())
          .satisfiesExactly(
              c ->
                  assertThat(c)
                      .matches("mkfs.ext4 -q .*/hdfs/lighter-4711-\\w+-data-node-1\\.disk"),
              c ->
                  assertThat(c)
                      .matches("losetup --find --show --direct-io=on .*-data-node-1\\.disk"),
              c -> assertThat(c).endsWith("MAJ:MIN /dev/loop5"),
              c -> assertThat(c).isEqualTo("blockdev --setra 2048 /dev/loop5"),
              c -> assertThat(c).startsWith("mount ").endsWith(" /dev/loop5 " + mountPoint),
              c -> assertThat(c).isEqualTo("losetup --detach /dev/loop5"));
      assertThat(hdfs).isDirectoryNotContaining("glob:**.disk");
    }
    assertThat(tools.commands()).hasSize(7).endsWith("umount " + mountPoint);
  }

  @Test
  void aRefusedMountLeavesNeitherDeviceNorFile() throws Exception {
    tools.fail("mount ", "mount: permission denied");
    try (LoopDisks disks = new LoopDisks(fake.host())) {
      assertThatThrownBy(() -> disks.mount(mountPoint, "data-node-1"))
          .isInstanceOf(IOException.class)
          .hasMessage("mount: permission denied");
    }
    assertThat(tools.commands()).endsWith("losetup --detach /dev/loop5");
    assertThat(hdfs).isDirectoryNotContaining("glob:**.disk");
  }

  @Test
  void aHostWithoutDirectIoIsNoticed() throws Exception {
    fake.directIo("7:5", false);
    try (LoopDisks disks = new LoopDisks(fake.host())) {
      disks.mount(mountPoint, "data-node-1");

      assertThat(disks.isCachedTwice()).isTrue();
    }
  }

  @Test
  void thePageCacheHoldsFewWrittenBytesOfADisk() throws Exception {
    Path settings = fake.dirtyLimits("7:5");
    try (LoopDisks disks = new LoopDisks(fake.host())) {
      disks.mount(mountPoint, "data-node-1");
    }
    assertThat(settings.resolve("strict_limit")).hasContent("1");
    assertThat(settings.resolve("max_bytes")).hasContent("16777216");
  }

  @Test
  void aDiskInUseIsUnmountedLazily() throws Exception {
    tools.fail("umount " + mountPoint, "target is busy");
    try (LoopDisks disks = new LoopDisks(fake.host())) {
      disks.mount(mountPoint, "data-node-1");
    }
    assertThat(tools.commands()).endsWith("umount " + mountPoint, "umount --lazy " + mountPoint);
  }

  @Test
  void onlyDisksOfEndedProcessesAreRemoved() throws Exception {
    Path image = Files.createFile(hdfs.resolve("lighter-12-ab-data-node-1.disk"));
    tools.answer(
        "losetup --list",
        """
        /dev/loop0   7:0  /a b/lighter-11-cd-data-node-2.disk (deleted)
        /dev/loop1   7:1  %s
        /dev/loop2   7:2  /a/lighter-13-ef-data-node-1.disk (deleted)
        /dev/loop3   7:3  /a/foreign.disk
        """
            .formatted(image));
    fake.alive(13);
    fake.mount("/dev/loop0 /a\\040b/data ext4 rw 0 0");
    fake.mount("/dev/loop2 /living ext4 rw 0 0");
    fake.mount("/dev/loop3 /foreign ext4 rw 0 0");

    assertThat(new LoopDisks(fake.host()).removeThoseOfTheDead())
        .containsExactly(new BlockDevice(7, 0), new BlockDevice(7, 1));

    assertThat(tools.commands())
        .containsExactly(
            "losetup --list --noheadings --output NAME,MAJ:MIN,BACK-FILE",
            "umount /a b/data",
            "losetup --detach /dev/loop0",
            "losetup --detach /dev/loop1");
    assertThat(image).doesNotExist();
  }

  @Test
  void aTrialTellsWhetherTheHostPermitsDisks() throws Exception {
    assertThat(LoopDisks.refusal(fake.host(), hdfs)).isEmpty();
    tools.fail("losetup --find", "this host lacks losetup");
    assertThat(LoopDisks.refusal(fake.host(), hdfs)).contains("this host lacks losetup");
    assertThat(hdfs).isEmptyDirectory();
  }
}
