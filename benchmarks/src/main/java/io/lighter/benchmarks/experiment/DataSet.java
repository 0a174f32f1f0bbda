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

  /** Removes what {@link #prepare} made last, from the block cache as well. */
  void discard() throws IOException;
}
