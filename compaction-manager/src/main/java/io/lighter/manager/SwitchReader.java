package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the switch that turns offloading off. Keeps nothing; thread-safe. */
final class SwitchReader {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchReader.class);
  private static final OffloadSwitch ON = OffloadSwitch.newBuilder().setOn(true).build();

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;

  SwitchReader(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * The switch; on when the znode is absent or unreadable.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  OffloadSwitch read() throws IOException {
    try {
      return OffloadSwitch.parseFrom(zooKeeper.getData().forPath(znodes.offloadSwitch()));
    } catch (KeeperException.NoNodeException e) {
      return ON;
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("{} is unreadable and taken for 'on'", znodes.offloadSwitch(), e);
      return ON;
    } catch (Exception e) { // Curator declares no narrower one
      throw ZooKeeperFailure.of("cannot read " + znodes.offloadSwitch(), e);
    }
  }
}
