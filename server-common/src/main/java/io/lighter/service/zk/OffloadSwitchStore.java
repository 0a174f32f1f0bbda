// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.zk;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitches;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and updates the switch's znode. Updates are compare-and-set, so that two operators who
 * switch two tables at once keep both changes. Thread-safe.
 */
public final class OffloadSwitchStore {
  /**
   * Each lost race means that another writer succeeded; more losses than this indicate another
   * problem.
   */
  private static final int ATTEMPTS = 20;

  private final CuratorFramework zooKeeper;
  private final String path;

  public OffloadSwitchStore(CuratorFramework zooKeeper, String path) {
    this.zooKeeper = zooKeeper;
    this.path = path;
  }

  /**
   * The current value; {@link OffloadSwitches#ON} when the znode does not exist.
   *
   * @throws UnreadableSwitchException if the znode does not hold a switch
   * @throws IOException if ZooKeeper fails
   */
  public OffloadSwitch read() throws IOException {
    return attempt(this::readVersioned).value();
  }

  /**
   * Applies {@code change} to the value and returns the new value. Writes only if the value
   * changes.
   *
   * @param change a function without side effects, called again after a lost race
   * @throws UnreadableSwitchException if the znode does not hold a switch
   * @throws IOException if ZooKeeper fails, refuses the change, or every attempt lost its race
   */
  public OffloadSwitch update(UnaryOperator<OffloadSwitch> change) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      Versioned current = attempt(this::readVersioned);
      OffloadSwitch wanted = change.apply(current.value());
      if (wanted.equals(current.value()) || attempt(() -> write(current, wanted))) {
        return wanted;
      }
    }
    throw new IOException(path + " changed " + ATTEMPTS + " times in a row; nothing was switched");
  }

  /**
   * A value with the version of its znode.
   *
   * @param stat {@code null}: there is no znode
   */
  private record Versioned(OffloadSwitch value, Stat stat) {}

  private Versioned readVersioned() throws Exception {
    Stat stat = new Stat();
    try {
      byte[] bytes = zooKeeper.getData().storingStatIn(stat).forPath(path);
      return new Versioned(OffloadSwitches.parse(bytes), stat);
    } catch (KeeperException.NoNodeException e) {
      return new Versioned(OffloadSwitches.ON, null);
    } catch (InvalidProtocolBufferException e) {
      throw new UnreadableSwitchException(path, e);
    }
  }

  /** Returns false if another writer was faster. */
  private boolean write(Versioned old, OffloadSwitch wanted) throws Exception {
    byte[] bytes = wanted.toByteArray();
    try {
      if (old.stat() == null) {
        zooKeeper.create().creatingParentsIfNeeded().forPath(path, bytes);
      } else {
        zooKeeper.setData().withVersion(old.stat().getVersion()).forPath(path, bytes);
      }
      return true;
    } catch (KeeperException.BadVersionException
        | KeeperException.NodeExistsException
        | KeeperException.NoNodeException e) {
      return false;
    }
  }

  private interface ZooKeeperCall<T> {
    T run() throws Exception; // Curator's signature
  }

  private <T> T attempt(ZooKeeperCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (IOException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted at " + path).initCause(e);
    } catch (Exception e) {
      throw ZNodeAcls.denied(path, e)
          .orElseGet(
              () -> new IOException("ZooKeeper failed at " + path + ": " + e.getMessage(), e));
    }
  }
}
