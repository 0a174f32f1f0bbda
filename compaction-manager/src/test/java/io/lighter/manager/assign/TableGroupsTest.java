// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableGroupsTest {
  private static final String KEY = "lighter.group";

  private final TableDescriptorBuilder table =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));

  @Test
  void tableWithoutGroupBelongsToTheSitesGroup() throws Exception {
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));

    assertThat(groups("default").of(table.build())).containsExactly("default");
    assertThat(groups("east").of(table.build())).containsExactly("east");
  }

  @Test
  void familyOverridesTableAndTableOverridesSite() throws Exception {
    table
        .setValue(KEY, "gold")
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("plain"))
        .setColumnFamily(family("own").setConfiguration(KEY, "silver").build());

    assertThat(groups("default").of(table.build())).containsExactly("gold", "silver");
  }

  @Test
  void malformedGroupIsLeftOut() throws Exception {
    ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.of("f");

    assertThat(groups("default").of(table.setValue(KEY, "a/b").setColumnFamily(family).build()))
        .isEmpty();
  }

  private static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
  }

  private static TableGroups groups(String site) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(KEY, site);
    return new TableGroups(LighterConfiguration.of(conf));
  }
}
