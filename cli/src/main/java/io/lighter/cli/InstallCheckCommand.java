// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.cli.install.BuildVersions;
import io.lighter.cli.install.Check;
import io.lighter.cli.install.Finding;
import io.lighter.cli.install.Findings;
import io.lighter.cli.install.HostRole;
import io.lighter.cli.install.InstallReport;
import io.lighter.cli.install.Installation;
import io.lighter.cli.install.OfflineChecks;
import io.lighter.cli.install.Severity;
import io.lighter.cli.install.SiteFiles;
import io.lighter.common.config.ConfigurationException;
import io.lighter.service.StartupProblems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter install-check}: reports missing and conflicting parts before a restart. */
@Command(
    name = "install-check",
    description = {
      "Looks at this host's class path and configuration, and at the cluster; reports what is"
          + " missing or conflicting. Changes nothing.",
      "Exits with 1 when there is a problem; warnings alone do not count."
    },
    mixinStandardHelpOptions = true)
final class InstallCheckCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final Installation installation;
  private final BuildVersions versions;

  @Spec private CommandSpec spec;

  @Option(names = "--offline", description = "Ask nothing of ZooKeeper, HBase, HDFS and Lighter.")
  private boolean offline;

  @Option(names = "--json", description = "Print JSON; docs/reference/json.md describes it.")
  private boolean json;

  @Option(
      names = "--role",
      paramLabel = "hbase|lighter",
      description =
          "What runs on this host: a region server or master, which need the plug-in; or a manager"
              + " or compaction server. Default: hbase with HBASE_HOME, else lighter.")
  private HostRole role;

  @Option(
      names = "--compare-with",
      paramLabel = "FOLDER",
      description =
          "Configuration folder of the other side, such as a copy of a region server's: what must be"
              + " equal is compared.")
  private Path otherConf;

  InstallCheckCommand(Site.Loader siteLoader, Installation installation, BuildVersions versions) {
    this.siteLoader = siteLoader;
    this.installation = installation;
    this.versions = versions;
  }

  /** The command for the distribution and class path of this JVM. */
  static InstallCheckCommand ofThisProcess(Site.Loader siteLoader) {
    BuildVersions versions = BuildVersions.load();
    Installation installation =
        Installation.of(
            versions.lighter(),
            System.getProperty("lighter.home"),
            System.getenv("HBASE_HOME"),
            System.getProperty("java.class.path"));
    return new InstallCheckCommand(siteLoader, installation, versions);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    HostRole hostRole = hostRole();
    if (otherConf != null && !Files.exists(otherConf.resolve(SiteFiles.HBASE_SITE))) {
      throw new ParameterException(
          spec.commandLine(),
          "--compare-with '%s': expected a folder with hbase-site.xml".formatted(otherConf));
    }
    SiteFiles.requireReadable(installation.confFolders());
    Configuration conf = siteLoader.unchecked();
    List<Finding> findings = new ArrayList<>();
    for (Check check :
        OfflineChecks.of(installation, hostRole, conf, versions, Optional.ofNullable(otherConf))) {
      findings.addAll(check.findings());
    }
    if (!offline) {
      findings.addAll(live(conf));
    }
    return report(new InstallReport(versions.lighter(), hostRole, findings));
  }

  private List<Finding> live(Configuration conf) throws ConfigurationException {
    if (StartupProblems.of(conf).isEmpty()) {
      return new LiveChecks(siteLoader.load(), versions.lighter()).findings();
    }
    // A wrong option may hide the location of Lighter's znodes.
    Findings findings = new Findings("cluster");
    findings.warning(
        "all of it", "not looked at", "correct the version or the options above, and run it again");
    return findings.list();
  }

  private HostRole hostRole() {
    if (role == HostRole.hbase && installation.hbaseHome().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--role hbase needs HBASE_HOME, the HBase installation of this host");
    }
    if (role != null) {
      return role;
    }
    return installation.hbaseHome().isPresent() ? HostRole.hbase : HostRole.lighter;
  }

  private int report(InstallReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? report.json() : report.text());
    out.flush();
    return (report.count(Severity.PROBLEM) == 0 ? ExitCode.OK : ExitCode.FAILURE).code();
  }
}
