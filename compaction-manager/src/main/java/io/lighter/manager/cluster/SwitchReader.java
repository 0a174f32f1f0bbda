// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.common.zk.OffloadSwitches;
import java.io.IOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the switch that turns offloading off. Remembers the last good value, as region servers do.
 * Thread-safe.
 */
public final class SwitchReader {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchReader.class);

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;

  private State last = new State(OffloadSwitches.ON, true); // guarded by this

  /**
   * The result of a reading.
   *
   * @param value last good value
   * @param readable whether the znode contains that value
   */
  public record State(OffloadSwitch value, boolean readable) {}

  public SwitchReader(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * Reads the switch; on if the znode is absent, or has been unreadable since this manager started.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public State read() throws IOException {
    byte[] bytes;
    try {
      bytes = zooKeeper.getData().forPath(znodes.offloadSwitch());
    } catch (KeeperException.NoNodeException e) {
      bytes = null;
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read " + znodes.offloadSwitch(), e);
    }
    return take(bytes);
  }

  private synchronized State take(byte[] bytes) {
    State before = last;
    try {
      last = new State(OffloadSwitches.parse(bytes), true);
      if (!before.readable()) {
        LOG.info("offload switch readable again path={}", znodes.offloadSwitch());
      }
    } catch (InvalidProtocolBufferException e) {
      last = new State(before.value(), false);
      if (before.readable()) { // logged once, although read each second
        LOG.warn("offload switch unreadable, last value stays path={}", znodes.offloadSwitch(), e);
      }
    }
    return last;
  }
}
