package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitchStore;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.manager.web.Operations;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** What operators change by way of a znode; the command line writes the same. Thread-safe. */
final class ZooKeeperOperations implements Operations {
  private final OffloadSwitchStore offloadSwitch;

  ZooKeeperOperations(OffloadSwitchStore offloadSwitch) {
    this.offloadSwitch = offloadSwitch;
  }

  @Override
  public OffloadSwitch switchOffload(boolean on, Optional<TableName> table) throws IOException {
    return offloadSwitch.update(
        current ->
            table
                .map(each -> OffloadSwitches.withTable(current, each.getNameAsString(), on))
                .orElseGet(() -> OffloadSwitches.withAll(current, on)));
  }
}
