// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

/**
 * A process of the cluster, such as {@code region-server-2}.
 *
 * @param role role of the process
 * @param number number within the role, from 1
 */
public record ProcessName(Role role, int number) {
  /** Rejects numbers below 1. */
  public ProcessName {
    if (number < 1) {
      throw new IllegalArgumentException("processes are numbered from 1, not " + number);
    }
  }

  /** The base process with ZooKeeper, HDFS and the HBase master. */
  public static ProcessName base() {
    return new ProcessName(Role.BASE, 1);
  }

  /** The S3 server of a cluster whose store files are in an object store. */
  public static ProcessName s3Server() {
    return new ProcessName(Role.S3_SERVER, 1);
  }

  /** ZooKeeper as a separate process. */
  public static ProcessName zooKeeper() {
    return new ProcessName(Role.ZOOKEEPER, 1);
  }

  /** The name node as a separate process. */
  public static ProcessName nameNode() {
    return new ProcessName(Role.NAME_NODE, 1);
  }

  /** The HBase master as a separate process. */
  public static ProcessName master() {
    return new ProcessName(Role.MASTER, 1);
  }

  /** The {@code number}-th data node as a separate process, from 1. */
  public static ProcessName dataNode(int number) {
    return new ProcessName(Role.DATA_NODE, number);
  }

  /** The {@code number}-th region server, from 1. */
  public static ProcessName regionServer(int number) {
    return new ProcessName(Role.REGION_SERVER, number);
  }

  /** The {@code number}-th manager, from 1. */
  public static ProcessName manager(int number) {
    return new ProcessName(Role.MANAGER, number);
  }

  /** The {@code number}-th compaction server, from 1. */
  public static ProcessName compactionServer(int number) {
    return new ProcessName(Role.COMPACTION_SERVER, number);
  }

  @Override
  public String toString() {
    return role.label() + '-' + number;
  }
}
