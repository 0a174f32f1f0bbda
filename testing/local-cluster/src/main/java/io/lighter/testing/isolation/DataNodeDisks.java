// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disks of the data nodes: a loop device each if the profile wants and the host permits it,
 * otherwise the device of the cluster's folder. A data node may have a second loop device, for
 * HBase's log; otherwise the log is in a folder of the first disk. A profile with disks of storage
 * types gives a data node one of each type instead.
 *
 * <p>Not thread-safe; {@link Isolation} guards it.
 */
final class DataNodeDisks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataNodeDisks.class);
  private static final String OWN_DISK = "disk of its own for ";
  private static final String LOG_DISK = "second disk, for HBase's log, of ";

  private final IsolationProfile profile;
  private final LoopDisks loopDisks;
  private final Optional<BlockDevice> shared;
  private final Map<String, BlockDevice> own = new LinkedHashMap<>();
  private final Map<String, BlockDevice> ofLogs = new LinkedHashMap<>();

  /** Limits by device of the volumes with a storage type, by data node. */
  private final Map<String, Map<BlockDevice, DiskLimits>> typed = new LinkedHashMap<>();

  /** Volumes of the fast type, on all data nodes. */
  private final Map<BlockDevice, DiskLimits> fast = new LinkedHashMap<>();

  private final Map<String, String> refusals = new LinkedHashMap<>();
  private Optional<String> writeback = Optional.empty();

  /**
   * Changes nothing yet.
   *
   * @param data a folder on the shared device
   */
  DataNodeDisks(IsolationProfile profile, Path data, IsolationHost host) {
    this.profile = profile;
    this.loopDisks = new LoopDisks(host);
    this.shared = profile.disk().isPresent() ? device(data, host) : Optional.empty();
  }

  /** Removes the disks of killed processes; returns their devices. */
  List<BlockDevice> removeThoseOfTheDead() {
    return loopDisks.removeThoseOfTheDead();
  }

  /** Those of the devices that are loop devices without a file. */
  List<BlockDevice> unused(List<BlockDevice> devices) {
    return devices.stream().filter(loopDisks::isUnused).toList();
  }

  /** Mounts a disk for a data node, once, if the profile wants it; returns a new device. */
  Optional<BlockDevice> give(String group, Path folder) {
    if (!profile.ownDisks() || own.containsKey(group)) {
      return Optional.empty();
    }
    Optional<BlockDevice> device = mount(group, folder, OWN_DISK + group);
    device.ifPresent(mounted -> own.put(group, mounted));
    return device;
  }

  /** Mounts a second disk, for HBase's log, as {@link #give} does; the caller asks once. */
  Optional<BlockDevice> giveSecond(String group, Path folder) {
    String what = LOG_DISK + group;
    if (!own.containsKey(group)) {
      refusals.put(
          what,
          profile.ownDisks()
              ? "the data has no disk of its own"
              : "the profile %s has no disks of data nodes".formatted(profile.name()));
      return Optional.empty();
    }
    Optional<BlockDevice> device = mount(logOf(group), folder, what);
    device.ifPresent(mounted -> ofLogs.put(group, mounted));
    return device;
  }

  /**
   * Mounts a disk of the profile's limits for the volume of a storage type; the caller asks once.
   *
   * @param type storage type with limits in the profile
   */
  Optional<BlockDevice> giveTyped(String group, String type, Path folder) {
    DiskLimits limits = profile.typedDisks().get(type);
    Optional<BlockDevice> device =
        mount(group + '-' + type, folder, "disk of the type %s for %s".formatted(type, group));
    device.ifPresent(
        mounted -> {
          typed.computeIfAbsent(group, name -> new LinkedHashMap<>()).put(mounted, limits);
          if (type.equals(IsolationProfile.FAST_VOLUME)) {
            fast.put(mounted, limits);
          }
        });
    return device;
  }

  /** Whether a data node has disks of storage types. */
  boolean hasTyped(String group) {
    return typed.containsKey(group);
  }

  /** Name of the disk for HBase's log, in accounts and reports. */
  static String logOf(String group) {
    return group + "-wal";
  }

  /**
   * The devices to limit for a member: for a data node that of the data first, none if its folder
   * is on no block device; for a region server those of the fast type.
   */
  Map<BlockDevice, DiskLimits> limitsOf(Member member) {
    return switch (member.role()) {
      case IsolationProfile.REGION_SERVER -> fast;
      case IsolationProfile.DATA_NODE ->
          hasTyped(member.group())
              ? typed.get(member.group())
              : profile
                  .disk()
                  .map(limits -> GroupLimits.each(devicesOf(member.group()), limits))
                  .orElse(Map.of());
      default -> Map.of();
    };
  }

  private List<BlockDevice> devicesOf(String group) {
    return Stream.concat(
            Optional.ofNullable(own.get(group)).or(() -> shared).stream(),
            Stream.ofNullable(ofLogs.get(group)))
        .toList();
  }

  /** Reports that the kernel's own writes to the disks are not limited. */
  void writebackIsRefused(String why) {
    writeback = Optional.of(why);
  }

  /** Whether there is a device to limit. */
  boolean canBeLimited() {
    return shared.isPresent() || !own.isEmpty() || !typed.isEmpty();
  }

  /** Wanted disks that the host refused, with reasons. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    refusals.forEach((what, why) -> missing.add("%s: %s".formatted(what, why)));
    writeback.ifPresent(why -> missing.add("limit of the kernel's writes to disks: " + why));
    return missing;
  }

  /** Remarks for readers of figures. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (!own.isEmpty()) {
      remarks.add("data nodes have loop devices of their own, whose files are on one device");
    }
    if (!ofLogs.isEmpty()) {
      remarks.add("HBase's log is on a second disk of each data node, with the first one's limits");
    }
    if (!typed.isEmpty()) {
      remarks.add(
          "each storage type has a loop device, whose files are on one device; region servers have"
              + " the limits of the type %s for files of their own, beside the data node's"
                  .formatted(IsolationProfile.FAST_VOLUME));
    }
    if (loopDisks.isCachedTwice()) {
      remarks.add("no direct I/O of loop devices: the host caches their data a second time");
    }
    if (profile.disk().isPresent() && own.isEmpty()) {
      remarks.add(
          "each data node has a disk of its own by the throttle, though there is one device");
    }
    return remarks;
  }

  /** Unmounts the disks; the data on them are lost. */
  @Override
  public void close() {
    loopDisks.close();
  }

  private Optional<BlockDevice> mount(String name, Path folder, String what) {
    try {
      BlockDevice device = loopDisks.mount(folder, name);
      refusals.remove(what);
      return Optional.of(device);
    } catch (IOException e) {
      LOG.debug("no loop device name={}", name, e);
      refusals.put(what, e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<BlockDevice> device(Path data, IsolationHost host) {
    try {
      return BlockDevice.under(data, host.sysDevBlock());
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("disk not found folder={}", data, e);
      return Optional.empty();
    }
  }
}
