// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.FailFastClient;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.tpcc.schema.TableNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options and checks by which a {@code tpcc} command finds its database. */
final class TpccTarget {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--table-prefix",
      paramLabel = "PREFIX",
      defaultValue = TableNames.DEFAULT_PREFIX,
      description =
          "Prefix of the tables' names, with an optional namespace (default: ${DEFAULT-VALUE}).")
  private String prefix;

  /**
   * Returns the names of the database's tables.
   *
   * @throws ParameterException if the prefix is not the beginning of a table name
   */
  TableNames names() {
    try {
      return new TableNames(prefix);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--table-prefix '%s': expected the beginning of a table name: %s"
              .formatted(prefix, e.getMessage()),
          e);
    }
  }

  /**
   * Loads the site's configuration, and checks that HBase answers.
   *
   * @throws NotAvailableException if ZooKeeper or HBase does not answer, or no region server runs
   */
  static Configuration configuration(Site.Loader loader)
      throws IOException, ConfigurationException {
    Site site = loader.load();
    site.connect().close();
    try (Connection connection =
            ConnectionFactory.createConnection(FailFastClient.of(site.conf()));
        Admin admin = connection.getAdmin()) {
      if (admin.getRegionServers().isEmpty()) {
        throw new NotAvailableException("HBase has no region server");
      }
    } catch (InterruptedIOException | NotAvailableException e) {
      throw e;
    } catch (IOException e) {
      throw new NotAvailableException("HBase does not answer: " + FirstLine.of(e), e);
    }
    return site.conf();
  }

  /**
   * Checks before a long run that the result file can be written.
   *
   * @param option option that names the file
   * @param file null if the option is not given
   * @throws ParameterException if the file cannot be written
   */
  void requireWritable(String option, Path file) {
    if (file == null) {
      return;
    }
    Path absolute = file.toAbsolutePath();
    boolean writable =
        Files.exists(absolute)
            ? Files.isRegularFile(absolute) && Files.isWritable(absolute)
            : Files.isWritable(absolute.getParent());
    if (!writable) {
      throw new ParameterException(
          spec.commandLine(), "%s %s: expected a file that can be written".formatted(option, file));
    }
  }

  /** Returns a usage error with the message of {@code cause}. */
  ParameterException usageError(IllegalArgumentException cause) {
    return new ParameterException(spec.commandLine(), cause.getMessage(), cause);
  }
}
