// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.URI;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * HDFS whose streams try the replicas of a block in an order of ours, and whose new files are
 * written through streams of ours. HDFS's client asks {@code DFSClient.getLocatedBlocks} for the
 * replicas of every stream that it opens or refreshes, and reads the first replica that answers.
 * Thread-safe.
 */
public final class ReplicaFileSystem extends DistributedFileSystem {
  /** Makes the stream to which a file is written. */
  public interface Output {
    /**
     * The stream.
     *
     * @param stream HDFS's own
     * @param start position of its first byte in the file
     * @param statistics what both count in; null for none
     * @throws IOException if the stream cannot be made
     */
    HdfsDataOutputStream of(
        HdfsDataOutputStream stream, long start, FileSystem.Statistics statistics)
        throws IOException;
  }

  private volatile Consumer<LocatedBlocks> order = ReplicaFileSystem::hdfsOrder;
  private volatile Output output = (stream, start, statistics) -> stream;

  /**
   * Sets the order for all later requests for replicas.
   *
   * @param newOrder rearranges the replicas in place, on the thread that opens or reads the stream
   * @return whether HDFS's client will call {@code newOrder}; false with a Hadoop version that
   *     makes its client in another way
   */
  public boolean order(Consumer<LocatedBlocks> newOrder) {
    order = newOrder;
    return dfs instanceof Client;
  }

  /** Sets the streams of files that are created later. */
  public void output(Output streams) {
    output = streams;
  }

  @Override
  void initDFSClient(URI uri, Configuration conf) throws IOException {
    dfs = new Client(uri, conf);
  }

  @SuppressWarnings("unused") // the order of HDFS changes nothing
  private static void hdfsOrder(LocatedBlocks blocks) {}

  private final class Client extends DFSClient {
    Client(URI uri, Configuration conf) throws IOException {
      super(uri, conf, statistics);
    }

    @Override
    public LocatedBlocks getLocatedBlocks(String src, long start, long length) throws IOException {
      LocatedBlocks blocks = super.getLocatedBlocks(src, start, length);
      if (blocks != null) { // null: no such file
        order.accept(blocks);
      }
      return blocks;
    }

    /** The method in which all ways to create a file end, also the builder that HBase uses. */
    @Override
    public HdfsDataOutputStream createWrappedOutputStream(
        DFSOutputStream file, FileSystem.Statistics counted, long start) throws IOException {
      return output.of(super.createWrappedOutputStream(file, counted, start), start, counted);
    }
  }
}
