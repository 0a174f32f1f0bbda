// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.UserProvider;

/**
 * Opens connections to HBase for a process that is logged in: a manager or an operator's command.
 *
 * <p>{@link ConnectionFactory#createConnection(Configuration)} logs the whole process in as {@code
 * hbase.client.keytab.principal}, if the site sets another user than the process's ({@code
 * AuthUtil.loginClient}). A server would then no longer accept callers under the principal that
 * they expect. These connections use the existing log-in.
 */
public final class ProcessConnections {
  private ProcessConnections() {}

  /**
   * Opens a connection as the user of this thread: the user of the process, except within a {@code
   * doAs}. The caller closes it.
   *
   * @throws IOException as {@link ConnectionFactory#createConnection(Configuration)}
   */
  public static Connection open(Configuration conf) throws IOException {
    return ConnectionFactory.createConnection(conf, UserProvider.instantiate(conf).getCurrent());
  }
}
