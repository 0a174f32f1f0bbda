// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.testing.fixtures.PlainLocalFileSystem;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** The local file system, in which a test watches, delays and fails reads at a position. */
public final class WatchedFileSystem extends PlainLocalFileSystem {
  /** Called before each read. */
  interface Watch {
    /** Returns when the read may go on; throws what the read is to throw. */
    void beforeRead(Path file, long position) throws IOException;
  }

  private static final Watch NOTHING = (file, position) -> {};
  private static final AtomicReference<Watch> WATCH = new AtomicReference<>(NOTHING);

  static void watch(Watch watch) {
    WATCH.set(watch);
  }

  static void watchNothing() {
    WATCH.set(NOTHING);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    return new Watched(file, super.open(file, bufferSize));
  }

  private static final class Watched extends FSDataInputStream {
    private final Path file;

    Watched(Path file, FSDataInputStream in) {
      super(in);
      this.file = file;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      WATCH.get().beforeRead(file, position);
      return super.read(position, buffer, offset, length);
    }
  }
}
