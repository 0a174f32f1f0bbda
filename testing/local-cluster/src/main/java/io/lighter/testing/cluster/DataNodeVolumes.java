// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;

/**
 * The volumes of a data node with one of each storage type. A full volume is one whose capacity is
 * what it holds, so that the data node refuses further blocks as with a full disk. Thread-safe.
 */
final class DataNodeVolumes implements DataNodeVolumesMXBean {
  /** Storage types, each of which has a volume. */
  static final List<StorageType> TYPES =
      List.of(StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);

  /** Stands for the capacity of the disk. */
  private static final long OF_THE_DISK = -1;

  private static final String MOVED_BLOCKS = "ReplaceBlockOpNumOps";

  private final DataNode dataNode;

  private DataNodeVolumes(DataNode dataNode) {
    this.dataNode = dataNode;
  }

  /** Volumes as HDFS lists them, in subfolders of a folder. */
  static String list(Path folder) {
    return TYPES.stream()
        .map(type -> "[%s]%s".formatted(type, volume(folder, type.name()).toUri()))
        .collect(Collectors.joining(","));
  }

  /** Folder of the volume of a storage type. */
  static Path volume(Path folder, String type) {
    return folder.resolve(type);
  }

  /** The name of the bean in the data node's process. */
  static ObjectName beanName() {
    return name("Lighter:type=DataNodeVolumes");
  }

  /** Registers the bean of a data node in this process. */
  static void register(DataNode dataNode) throws IOException {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new DataNodeVolumes(dataNode), beanName());
    } catch (JMException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void fill(String storageType, long roomBytes) throws IOException {
    set(StorageType.valueOf(storageType), roomBytes);
  }

  @Override
  public void free(String storageType) throws IOException {
    set(StorageType.valueOf(storageType), OF_THE_DISK);
  }

  private void set(StorageType type, long roomBytes) throws IOException {
    try (FsVolumeReferences volumes = dataNode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi each : volumes) {
        if (each.getStorageType() == type && each instanceof FsVolumeImpl volume) {
          volume.setCapacityForTesting(
              roomBytes == OF_THE_DISK ? OF_THE_DISK : volume.getDfsUsed() + roomBytes);
        }
      }
    }
  }

  @Override
  public long getMovedBlocks() throws IOException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    long moved = 0;
    try {
      for (ObjectName bean :
          beans.queryNames(name("Hadoop:service=DataNode,name=DataNodeActivity-*"), null)) {
        moved += ((Number) beans.getAttribute(bean, MOVED_BLOCKS)).longValue();
      }
    } catch (JMException e) {
      throw new IOException(e);
    }
    return moved;
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
