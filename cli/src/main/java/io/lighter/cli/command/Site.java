// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.StartupProblems;
import io.lighter.service.zk.CuratorClients;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;

/**
 * The cluster of a command, with checked configuration.
 *
 * @param conf HBase's and Lighter's settings
 * @param lighter the {@code lighter.*} settings
 * @param znodes paths of Lighter's znodes
 */
public record Site(Configuration conf, LighterConfiguration lighter, LighterZNodes znodes) {
  /** Short, because an operator waits at the terminal. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Timeout with TLS, which adds key stores and a handshake on a possibly busy host. */
  private static final Duration TLS_CONNECT_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Logs the operator in, and returns a ZooKeeper client that the caller closes.
   *
   * @throws NotAvailableException if ZooKeeper does not answer; the message names the quorum
   * @throws IOException if the cluster requires a log-in that is missing
   */
  public CuratorFramework connect() throws IOException {
    OperatorLogin.login(conf);
    try {
      return CuratorClients.connect(
          conf, lighter, CuratorClients.usesTls(conf) ? TLS_CONNECT_TIMEOUT : CONNECT_TIMEOUT);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new NotAvailableException(e.getMessage(), e);
    }
  }

  /** Loads the site's configuration on demand. */
  public record Loader(Supplier<Configuration> configuration) {

    /** The configuration without checks. */
    public Configuration unchecked() {
      return configuration.get();
    }

    /**
     * The checked configuration.
     *
     * @throws ConfigurationException naming all problems, including a wrong HBase
     */
    public Site load() throws ConfigurationException {
      Configuration conf = unchecked();
      List<String> problems = StartupProblems.of(conf);
      if (!problems.isEmpty()) {
        throw new ConfigurationException(problems);
      }
      LighterConfiguration lighter = LighterConfiguration.of(conf);
      return new Site(conf, lighter, LighterZNodes.of(conf, lighter));
    }
  }
}
