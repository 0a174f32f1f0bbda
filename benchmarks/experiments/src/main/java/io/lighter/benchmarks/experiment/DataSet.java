package io.lighter.benchmarks.experiment;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** Where the tables of the trials come from: each has its own, with the same store files. */
public interface DataSet {
  /**
   * Makes a fresh copy, and returns when its regions are open and its blocks cached, as many as
   * there is room for.
   *
   * @param strategy by which the table that is compacted is set up
   * @return the table that is compacted
   */
  TableName prepare(Strategy strategy) throws IOException;

  /**
   * Writes what clients have changed to store files, where the experiment is about rows that are as
   * new as that. Called once, while clients settle, and blocks until the files are there.
   */
  default void flush() throws IOException {
    // Most experiments are about rows that were there before the clients.
  }

  /** Removes what {@link #prepare} made last, from the block cache as well. */
  void discard() throws IOException;
}
