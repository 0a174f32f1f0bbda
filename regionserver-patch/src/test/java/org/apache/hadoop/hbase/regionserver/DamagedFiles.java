// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Collection;

/** Damages open store files on the local disk, as a failing disk does. */
final class DamagedFiles {
  private DamagedFiles() {}

  /** Damages all blocks, except for those that open files keep in memory. */
  static void damageBlocks(Collection<HStoreFile> files) throws IOException {
    for (HStoreFile file : files) {
      long end = file.getReader().getHFileReader().getTrailer().getLoadOnOpenDataOffset();
      try (RandomAccessFile out = new RandomAccessFile(file.getPath().toUri().getPath(), "rw")) {
        out.write(new byte[Math.toIntExact(end)]);
      }
    }
  }
}
