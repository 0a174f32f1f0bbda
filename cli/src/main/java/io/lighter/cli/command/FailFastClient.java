// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;

/** Configuration of an HBase client with short timeouts. */
public final class FailFastClient {
  /** Short, because an operator waits at the terminal. */
  private static final int TIMEOUT_MS = 20_000;

  private FailFastClient() {}

  /** A copy of the site's configuration with short timeouts. */
  public static Configuration of(Configuration conf) {
    Configuration failFast = HBaseConfiguration.create(conf);
    failFast.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MS);
    failFast.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, TIMEOUT_MS);
    failFast.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MS / 2);
    return failFast;
  }
}
