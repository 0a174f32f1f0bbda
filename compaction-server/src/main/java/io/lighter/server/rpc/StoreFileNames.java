// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/** The valid names of store files; none of them is a path. */
final class StoreFileNames {
  private static final int MAX_LENGTH = 1024;

  // The part after the dot is the folder in which HBase looks for the file. HBase's own pattern
  // allows any text, even "..".
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?:%s|%s)\\.%s"
              .formatted(
                  StoreFileInfo.HFILE_NAME_REGEX,
                  HFileLink.LINK_NAME_REGEX,
                  RegionInfoBuilder.ENCODED_REGION_NAME_REGEX));

  private StoreFileNames() {}

  /** Whether HBase would give a store file this name: an HFile, a reference or a link. */
  static boolean isStoreFile(String name) {
    return name.length() <= MAX_LENGTH
        && name.indexOf('/') < 0
        && name.indexOf('\\') < 0
        && name.chars().noneMatch(Character::isISOControl)
        && (StoreFileInfo.isHFile(name)
            || HFileLink.isHFileLink(name)
            || REFERENCE.matcher(name).matches());
  }

  /** A quoted name for messages, within one line and without control characters. */
  static String quoted(String name) {
    String shown = name.substring(0, Math.min(128, name.length()));
    return "'" + shown.replaceAll("\\p{Cc}", "?") + "'";
  }
}
