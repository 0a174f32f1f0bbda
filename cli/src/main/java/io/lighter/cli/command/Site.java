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
 * The cluster that a command talks to, its configuration checked.
 *
 * @param conf HBase's and Lighter's settings
 * @param lighter the {@code lighter.*} ones of them
 * @param znodes where Lighter's znodes are
 */
public record Site(Configuration conf, LighterConfiguration lighter, LighterZNodes znodes) {
  /** Somebody waits at the terminal. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** The same with key stores to open and a handshake, on a host that may be busy. */
  private static final Duration TLS_CONNECT_TIMEOUT = Duration.ofSeconds(30);

  /**
   * A ZooKeeper client, after the operator has been logged in; the caller closes it.
   *
   * @throws NotAvailableException naming the quorum when it does not answer
   * @throws IOException if the cluster asks for a log-in, and there is none
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

  /** Reads and checks the site's configuration when a command asks for it. */
  public record Loader(Supplier<Configuration> configuration) {

    /** The configuration as it is, not checked. */
    public Configuration unchecked() {
      return configuration.get();
    }

    /**
     * The checked configuration.
     *
     * @throws ConfigurationException naming all problems, a wrong HBase among them
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
