// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.common.config.LighterOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Tells why compactions would not drop the stale entries of an index, as far as the descriptor of
 * the data table shows. An index that leaves them to compactions would then grow with each write.
 */
final class CollectionChecks {
  /** {@code StoreEngine.STORE_ENGINE_CLASS_KEY}, of a class that clients need not have. */
  private static final String ENGINE = "hbase.hstore.engine.class";

  /** Of another module, which region servers have. */
  private static final String OFFLOADING_ENGINE =
      "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";

  private CollectionChecks() {}

  /**
   * The reasons, as ends of a sentence about {@code cleanup=compaction}.
   *
   * @param family the family of the indexed columns
   */
  static List<String> problems(TableDescriptor data, ColumnFamilyDescriptor family) {
    List<String> problems = new ArrayList<>();
    String name = Bytes.toStringBinary(family.getName());
    if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
      problems.add("family '%s' has KEEP_DELETED_CELLS".formatted(name));
    }
    if (family.isNewVersionBehavior()) {
      problems.add("family '%s' has NEW_VERSION_BEHAVIOR".formatted(name));
    }
    addOther(problems, data, family, ENGINE, OFFLOADING_ENGINE);
    addOther(
        problems,
        data,
        family,
        LighterOption.ENGINE_DELEGATE.key(),
        LighterOption.ENGINE_DELEGATE.defaultValue());
    addOther(problems, data, family, LighterOption.OFFLOAD_ENABLED.key(), "true");
    return problems;
  }

  /** Adds a setting of the family, or else of the table, that has another value. */
  private static void addOther(
      List<String> problems,
      TableDescriptor data,
      ColumnFamilyDescriptor family,
      String key,
      String needed) {
    String ofFamily = family.getConfigurationValue(key);
    String value = ofFamily == null ? data.getValue(key) : ofFamily;
    if (value != null && !value.trim().equals(needed)) {
      problems.add("%s is '%s' and not '%s'".formatted(key, value, needed));
    }
  }
}
