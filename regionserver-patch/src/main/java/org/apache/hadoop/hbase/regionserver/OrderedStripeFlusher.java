// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.StripeStoreFlusher.StripeFlushRequest;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactionPolicy;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Flushes HBase's stripes so that only the last file has the sequence id of the flush.
 *
 * <p>HBase moves the files of a flush to the store's folder one by one. A region that opens skips
 * the edits of the log that are not newer than the highest sequence id of the store's files.
 * HBase's flusher gives all files of a flush the same id, so a crash between two moves loses the
 * cells of the files that were not moved yet. The files here have the highest id that the store had
 * before the flush, which is older than each of its cells. The last file has the id of the flush.
 *
 * <p>Stateless except for HBase's own state.
 */
@InterfaceAudience.Private
final class OrderedStripeFlusher {
  private OrderedStripeFlusher() {}

  /** Creates a flusher that writes the same cells as the stripe engine's own. */
  static StripeStoreFlusher of(Configuration conf, HStore store, StripeStoreEngine engine) {
    return new StripeStoreFlusher(conf, store, new Policy(conf, store), engine.storeFileManager);
  }

  /** HBase's policy, whose flushes write ordered files. */
  private static final class Policy extends StripeCompactionPolicy {
    private final HStore store;

    Policy(Configuration conf, HStore store) {
      super(conf, store, new StripeStoreConfig(conf, store));
      this.store = store;
    }

    @Override
    public StripeFlushRequest selectFlush(
        CellComparator comparator, StripeInformationProvider stripes, int cells) {
      StripeFlushRequest hbaseRequest = super.selectFlush(comparator, stripes, cells);
      return new StripeFlushRequest(comparator) {
        @Override
        public StripeMultiFileWriter createWriter() throws IOException {
          long before = store.getMaxSequenceId().orElse(0);
          return new Writer(comparator, hbaseRequest.createWriter(), before);
        }
      };
    }
  }

  /** HBase's writer with different sequence ids of its files. As thread-safe as that writer. */
  private static final class Writer extends StripeMultiFileWriter {
    private final StripeMultiFileWriter delegate;
    private final long before;

    /**
     * @param before highest sequence id of the store before the flush
     */
    Writer(CellComparator comparator, StripeMultiFileWriter delegate, long before) {
      super(comparator);
      this.delegate = delegate;
      this.before = before;
    }

    @Override
    public void init(StoreScanner sourceScanner, WriterFactory factory) {
      delegate.init(sourceScanner, factory);
    }

    @Override
    public void append(Cell cell) throws IOException {
      delegate.append(cell);
    }

    @Override
    protected Collection<StoreFileWriter> writers() {
      return delegate.writers();
    }

    @Override
    protected void preCommitWritersInternal() throws IOException {
      delegate.preCommitWritersInternal();
    }

    /** Commits the files in the order in which HBase moves them. */
    @Override
    public List<Path> commitWriters(long sequenceId, boolean major) throws IOException {
      delegate.preCommitWriters();
      List<StoreFileWriter> files = writers().stream().filter(Objects::nonNull).toList();
      List<Path> paths = new ArrayList<>(files.size());
      for (StoreFileWriter file : files) {
        boolean isLast = paths.size() == files.size() - 1;
        file.appendMetadata(isLast ? sequenceId : before, major);
        delegate.preCloseWriter(file);
        paths.add(file.getPath());
        file.close();
      }
      return paths;
    }
  }
}
