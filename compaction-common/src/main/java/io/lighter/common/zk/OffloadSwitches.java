package io.lighter.common.zk;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.util.List;
import java.util.TreeSet;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** What can be done with the value of the switch. */
public final class OffloadSwitches {
  /** The value of a cluster where nobody ever used the switch. */
  public static final OffloadSwitch ON = OffloadSwitch.newBuilder().setOn(true).build();

  private OffloadSwitches() {}

  /**
   * The switch that a znode holds; {@link #ON} when it holds nothing, as one does that was made by
   * hand.
   *
   * @param bytes {@code null}: there is no znode
   * @throws InvalidProtocolBufferException if it holds something else
   */
  public static OffloadSwitch parse(byte[] bytes) throws InvalidProtocolBufferException {
    return bytes == null || bytes.length == 0 ? ON : OffloadSwitch.parseFrom(bytes);
  }

  /** The switch for all tables; tables that are switched off one by one stay so. */
  public static OffloadSwitch withAll(OffloadSwitch current, boolean on) {
    return current.toBuilder().setOn(on).build();
  }

  /**
   * The switch for one table.
   *
   * @param table as {@code TableName.getNameAsString} has it
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

  /** One line for people. */
  public static String describe(OffloadSwitch state) {
    return describe(state.getOn(), state.getOffTableList());
  }

  /**
   * One line for people.
   *
   * @param offTables tables that are off, whatever the rest does
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
