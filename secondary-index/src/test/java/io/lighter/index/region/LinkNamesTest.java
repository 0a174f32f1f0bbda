// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of store files, as HBase makes them. */
class LinkNamesTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  private static RegionInfo region(String table, String startKey) {
    return RegionInfoBuilder.newBuilder(TableName.valueOf(table))
        .setStartKey(Bytes.toBytes(startKey))
        .setRegionId(1)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "ns:t"})
  void linkToAFileOfTheSameNameIsOfARestoration(String table) {
    RegionInfo region = region(table, "a");
    RegionInfo parent = region(table, "");

    String own = HFileLink.createHFileLinkName(region, FILE);
    String ofParent = HFileLink.createHFileLinkName(parent, FILE);
    String ofOtherTable = HFileLink.createHFileLinkName(region("s", "a"), FILE);
    assertThat(LinkNames.isLinkToOwnFile(region, own)).isTrue();
    assertThat(LinkNames.isLinkToOwnFile(region, ofParent)).isFalse();
    assertThat(LinkNames.isLinkToOwnFile(region, ofOtherTable)).isFalse();
    assertThat(LinkNames.isLinkToOwnFile(region, FILE)).isFalse();
    assertThat(LinkNames.isLinkToOwnFile(region, FILE + "." + parent.getEncodedName())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "ns:t"})
  void linksAndReferencesToLinksAreLinks(String table) {
    String link = HFileLink.createHFileLinkName(region(table, "a"), FILE);

    assertThat(LinkNames.isLink(link)).isTrue();
    assertThat(LinkNames.isLink(link + ".0123")).isTrue();
    assertThat(LinkNames.isLink(FILE)).isFalse();
    assertThat(LinkNames.isLink(FILE + ".0123")).isFalse();
    assertThat(LinkNames.isLink(FILE + "_SeqId_4_")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "ns:t"})
  void linksAndReferencesNameOtherRegionsOfTheTable(String table) {
    RegionInfo region = region(table, "a");
    String parent = region(table, "").getEncodedName();
    String grandparent = region(table, "b").getEncodedName();
    String reference = FILE + "." + parent;
    String link = HFileLink.createHFileLinkName(region(table, "b"), FILE);

    assertThat(LinkNames.otherRegions(region, FILE)).isEmpty();
    assertThat(LinkNames.otherRegions(region, reference)).containsExactly(parent);
    assertThat(LinkNames.otherRegions(region, link)).containsExactly(grandparent);
    assertThat(LinkNames.otherRegions(region, link + "." + parent))
        .containsExactlyInAnyOrder(parent, grandparent);
    assertThat(LinkNames.otherRegions(region, HFileLink.createHFileLinkName(region, FILE)))
        .isEmpty();
    String ofOtherTable = HFileLink.createHFileLinkName(region("s", ""), FILE);
    assertThat(LinkNames.otherRegions(region, ofOtherTable)).isEmpty();
    assertThat(LinkNames.otherRegions(region, ofOtherTable + "." + parent)).containsExactly(parent);
  }
}
