package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** Clients that put a table under load and record what they see. */
public interface Workload {
  /** The operations that are compared, in the order of the reports; there may be others. */
  List<String> operations();

  /** What a reader of the results has to know of it, such as rates. */
  Map<String, Object> description();

  /** Operations that should be done in a second, all together. */
  double targetRate();

  /**
   * Starts the clients.
   *
   * @param table to work on
   * @param folder an empty one, for what they write
   */
  Clients start(LocalCluster cluster, TableName table, Path folder) throws IOException;

  /** Clients that run. Closing ends them at once; {@link #stop} does so, too. */
  interface Clients extends AutoCloseable {
    /** Whether every client has completed operations. */
    boolean areWorking() throws IOException;

    /**
     * Does nothing while all clients run.
     *
     * @throws IOException with the end of the log of a client that has ended
     */
    void requireRunning() throws IOException;

    /** Ends them; what they have seen. */
    LatencyLog stop() throws IOException;

    @Override
    void close();
  }
}
