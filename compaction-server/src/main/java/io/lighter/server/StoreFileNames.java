package io.lighter.server;

import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/** Which names may stand for a store file; none of them is a path. */
final class StoreFileNames {
  private static final int MAX_LENGTH = 1024;

  private StoreFileNames() {}

  /** Whether HBase would give a store file such a name: an HFile, a reference or a link. */
  static boolean isStoreFile(String name) {
    // HBase's own patterns let anything follow the dot of a reference.
    return name.length() <= MAX_LENGTH
        && name.indexOf('/') < 0
        && name.indexOf('\\') < 0
        && !name.contains("..")
        && name.chars().noneMatch(Character::isISOControl)
        && (StoreFileInfo.isHFile(name)
            || HFileLink.isHFileLink(name)
            || StoreFileInfo.isReference(name));
  }

  /** For messages: never longer than a line, never a control character. */
  static String quoted(String name) {
    String shown = name.substring(0, Math.min(128, name.length()));
    return "'" + shown.replaceAll("\\p{Cc}", "?") + "'";
  }
}
