// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.service.zk.CuratorClients;
import io.lighter.service.zk.OffloadSwitchStore;
import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;

/**
 * Switches Lighter off for the table now and then, and compacts the whole table meanwhile. Region
 * servers then compact files in the middle of their warm-up, and the outputs are not warmed.
 */
final class SwitchDisturber extends Disturber {
  private static final Duration OFF = Duration.ofSeconds(2);

  SwitchDisturber(CheckContext context, RandomGenerator random) {
    super(context, random, context.settings().load().switchPause());
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    Configuration conf = context().configuration();
    LighterConfiguration lighter = options(conf);
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter)) {
      OffloadSwitchStore store =
          new OffloadSwitchStore(zooKeeper, LighterZNodes.of(conf, lighter).offloadSwitch());
      turn(store, false);
      try {
        admin.majorCompact(context().table());
        context().pause(random(), OFF);
      } finally {
        turn(store, true);
      }
    }
    return Tally.Event.SWITCH;
  }

  private void turn(OffloadSwitchStore store, boolean on) throws IOException {
    String table = context().table().getNameAsString();
    store.update(current -> OffloadSwitches.withTable(current, table, on));
  }

  private static LighterConfiguration options(Configuration conf) throws IOException {
    try {
      return LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
