package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Collection;

/** Damages store files on the local disk, as a disk does while they are open. */
final class DamagedFiles {
  private DamagedFiles() {}

  /** Nothing is left of their blocks but what is in memory while they are open. */
  static void damageBlocks(Collection<HStoreFile> files) throws IOException {
    for (HStoreFile file : files) {
      long end = file.getReader().getHFileReader().getTrailer().getLoadOnOpenDataOffset();
      try (RandomAccessFile out = new RandomAccessFile(file.getPath().toUri().getPath(), "rw")) {
        out.write(new byte[Math.toIntExact(end)]);
      }
    }
  }
}
