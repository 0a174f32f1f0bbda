// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.zk;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.util.List;
import java.util.TreeSet;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** Operations on the value of the offload switch. */
public final class OffloadSwitches {
  /** The value of a cluster in which the switch was never used. */
  public static final OffloadSwitch ON = OffloadSwitch.newBuilder().setOn(true).build();

  private OffloadSwitches() {}

  /**
   * Parses the content of the switch's znode; {@link #ON} if it is empty, as in a znode made by
   * hand.
   *
   * @param bytes {@code null}: there is no znode
   * @throws InvalidProtocolBufferException if the content is no switch
   */
  public static OffloadSwitch parse(byte[] bytes) throws InvalidProtocolBufferException {
    return bytes == null || bytes.length == 0 ? ON : OffloadSwitch.parseFrom(bytes);
  }

  /** Returns the switch changed for all tables; tables that are off individually stay off. */
  public static OffloadSwitch withAll(OffloadSwitch current, boolean on) {
    return current.toBuilder().setOn(on).build();
  }

  /**
   * Returns the switch changed for one table.
   *
   * @param table name as in {@code TableName.getNameAsString}
   */
  public static OffloadSwitch withTable(OffloadSwitch current, String table, boolean on) {
    TreeSet<String> off = new TreeSet<>(current.getOffTableList());
    if (on) {
      off.remove(table);
    } else {
      off.add(table);
    }
    return current.toBuilder().clearOffTable().addAllOffTable(off).build();
  }

  /** A description in one line. */
  public static String describe(OffloadSwitch state) {
    return describe(state.getOn(), state.getOffTableList());
  }

  /**
   * A description in one line.
   *
   * @param offTables tables that are off, whatever {@code on} is
   */
  public static String describe(boolean on, List<String> offTables) {
    String tables = String.join(", ", offTables);
    if (offTables.isEmpty()) {
      return on ? "offloading: on" : "offloading: off";
    }
    return on
        ? "offloading: on, except for " + tables
        : "offloading: off (and once it is on again, still off for " + tables + ")";
  }
}
