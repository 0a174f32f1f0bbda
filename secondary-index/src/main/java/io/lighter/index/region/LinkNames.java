// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Tells by the name of a store file which region has the rows. HBase names a link {@code
 * table=region-file}, a reference {@code file.region}, and a reference to a link {@code
 * table=region-file.region}. Stateless.
 */
final class LinkNames {
  private LinkNames() {}

  /** Whether a file is a link or a reference to one; plain files have no such character. */
  static boolean isLink(String file) {
    return file.indexOf('=') >= 0;
  }

  /**
   * Whether a file is a link to a file of this very region. Only a restored snapshot makes such a
   * link: links of a split name a parent, or what the parent's links name.
   */
  static boolean isLinkToOwnFile(RegionInfo region, String file) {
    return file.startsWith(HFileLink.createHFileLinkName(region, ""));
  }

  /** Encoded names of other regions of the table to whose files a link or reference leads. */
  static Set<String> otherRegions(RegionInfo region, String file) {
    Set<String> regions = new TreeSet<>();
    if (isLink(file) && HFileLink.getReferencedTableName(file).equals(region.getTable())) {
      regions.add(HFileLink.getReferencedRegionName(file));
    }
    if (StoreFileInfo.isReference(file)) {
      regions.add(file.substring(file.lastIndexOf('.') + 1));
    }
    regions.remove(region.getEncodedName());
    return regions;
  }
}
