package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** What the API can change. Thread-safe. */
public interface Operations {
  /**
   * Switches offloading.
   *
   * @param table empty: for all tables
   * @return the switch from now on
   * @throws IOException if ZooKeeper fails; nothing was switched
   */
  OffloadSwitch switchOffload(boolean on, Optional<TableName> table) throws IOException;
}
