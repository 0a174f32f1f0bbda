// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups that work for a table: {@code lighter.group} of each family, by the rules of a region
 * server. Immutable.
 */
public final class TableGroups {
  private static final Logger LOG = LoggerFactory.getLogger(TableGroups.class);
  private static final String KEY = LighterOption.GROUP.key();

  private final String siteGroup;

  public TableGroups(LighterConfiguration site) {
    this.siteGroup = site.string(LighterOption.GROUP);
  }

  /** The groups of the table's families; a malformed name of a group is left out. */
  public Set<String> of(TableDescriptor table) {
    Set<String> groups = new TreeSet<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      String group = groupOf(table, family).trim();
      if (LighterConfiguration.problems(Map.of(KEY, group)).isEmpty()) {
        groups.add(group);
      } else {
        LOG.debug("bad {} table={} family={}", KEY, table.getTableName(), family.getNameAsString());
      }
    }
    return groups;
  }

  /** Reads the group in the order of the configuration of an {@code HStore}. */
  private String groupOf(TableDescriptor table, ColumnFamilyDescriptor family) {
    String value = family.getValue(KEY);
    if (value == null) {
      value = family.getConfigurationValue(KEY);
    }
    if (value == null) {
      value = table.getValue(KEY);
    }
    return value == null ? siteGroup : value;
  }
}
