package io.lighter.cli.command;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;

/** A client of HBase that gives up soon. */
public final class ImpatientClient {
  /** Somebody waits at the terminal. */
  private static final int TIMEOUT_MS = 20_000;

  private ImpatientClient() {}

  /** Its configuration, of the site's. */
  public static Configuration of(Configuration conf) {
    Configuration impatient = HBaseConfiguration.create(conf);
    impatient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MS);
    impatient.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, TIMEOUT_MS);
    impatient.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MS / 2);
    return impatient;
  }
}
