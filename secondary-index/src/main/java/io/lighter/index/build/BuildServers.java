// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/**
 * The compaction servers that run jobs of builds. Each call has a deadline of some seconds, and
 * ends with an {@link java.io.InterruptedIOException} if the thread is interrupted. Thread-safe.
 */
public interface BuildServers {
  /**
   * A live server.
   *
   * @param threads jobs of builds that the server runs at a time, at least 1
   */
  record Server(ServerName name, int threads) {}

  /** No server. */
  BuildServers NONE = new NoServers();

  /** The live servers that take jobs for a table; those that drain are left out. */
  List<Server> live(TableName table) throws IOException;

  /** Submits a job; may be repeated with the same request. */
  SubmitBuildJobResponse submit(ServerName server, SubmitBuildJobRequest request)
      throws IOException;

  /** Asks for a job, and renews its lease. */
  AskBuildJobResponse ask(ServerName server, AskBuildJobRequest request) throws IOException;

  /** Gives a job up. */
  void cancel(ServerName server, CancelBuildJobRequest request) throws IOException;
}
