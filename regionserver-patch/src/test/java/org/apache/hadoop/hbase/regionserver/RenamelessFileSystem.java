// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS as an object store would be: it promises no atomic rename, and renames no store file except
 * for HBase's archive. All instances share one record of what was refused.
 */
public final class RenamelessFileSystem extends DistributedFileSystem {
  private static final Pattern STORE_FILE = Pattern.compile("[0-9a-f]{32}");

  private static final Set<String> NOT_PROMISED =
      Set.of("fs.capability.lease.recoverable", CommonPathCapabilities.FS_TRUNCATE);

  private static final Queue<Path> REFUSED = new ConcurrentLinkedQueue<>();

  /** Store files whose rename was refused. */
  static Queue<Path> refused() {
    return REFUSED;
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return !NOT_PROMISED.contains(capability) && super.hasPathCapability(path, capability);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    String source = from.toUri().getPath();
    boolean ofAStore =
        STORE_FILE.matcher(from.getName()).matches()
            && source.contains("/data/default/")
            && !isRegion(from);
    if (ofAStore && !to.toUri().getPath().contains("/archive/")) {
      REFUSED.add(from);
      throw new IOException("no rename of " + from + " to " + to);
    }
    return super.rename(from, to);
  }

  /** A region's folder has such a name as well. */
  private static boolean isRegion(Path path) {
    return path.getParent().getParent().getName().equals("default");
  }
}
