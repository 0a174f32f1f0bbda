// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.testing.fixtures.PlainLocalFileSystem;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
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
    return new FSDataInputStream(new Watched(file, super.open(file, bufferSize)));
  }

  private static final class Watched extends FSInputStream {
    private final Path file;
    private final FSDataInputStream in;

    Watched(Path file, FSDataInputStream in) {
      this.file = file;
      this.in = in;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      WATCH.get().beforeRead(file, position);
      return in.read(position, buffer, offset, length);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return in.read(buffer, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
