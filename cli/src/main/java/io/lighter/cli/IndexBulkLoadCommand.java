// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.admin.LoadListener;
import io.lighter.index.admin.LoadStep;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code lighter index bulkload}: loads HFiles into a table with indexes. */
@Command(
    name = "bulkload",
    description = {
      "Loads HFiles into a table with indexes, as HBase's own tool does into another one: the folder",
      "has a folder for each family. Index entries are loaded first, so no lookup misses a row. The",
      "files are moved into the table; its regions reopen before and after the load, and writes and",
      "lookups go on. Run the command as HBase's user. Repeat it if it was cut short: it goes on."
    },
    footer = {
      "Refused: indexes over several columns ('parts'), cells with a TTL in an indexed column, and",
      "deletions of exact versions in its family. Then nothing is loaded."
    },
    mixinStandardHelpOptions = true)
final class IndexBulkLoadCommand extends IndexTableCommand {
  private static final int MOST_JOBS = 64;
  private static final int DEFAULT_JOBS = 2;

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The data table: NAMESPACE:TABLE, or TABLE.")
  private String name;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "The folder, as a path or URI of HDFS.")
  private String folder;

  @Option(
      names = "--cancel",
      description = {
        "End a load that was cut short, without DIR: files that are not loaded are moved back to",
        "their folder. Rows that are loaded stay."
      })
  private boolean cancel;

  @Option(
      names = "--jobs",
      defaultValue = "" + DEFAULT_JOBS,
      paramLabel = "N",
      description = {
        "Regions whose entries this command builds at a time (default: ${DEFAULT-VALUE}). Each takes",
        "a processor and about 150 MB of memory."
      })
  private int jobs;

  IndexBulkLoadCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table(name);
    if (cancel == (folder != null)) {
      throw usage("expected either DIR or --cancel");
    }
    if (jobs < 1 || jobs > MOST_JOBS) {
      throw usage("--jobs = %d: expected 1 to %d".formatted(jobs, MOST_JOBS));
    }
    try (IndexedCluster cluster = connect()) {
      String loaded = folder;
      if (cancel) {
        loaded = cluster.cancelBulkLoad(table);
      } else {
        load(cluster, table);
      }
      String shown = loaded;
      print(
          () ->
              cancel
                  ? "bulk load into %s: ended; the files are in %s%n".formatted(table, shown)
                  : "%s: loaded into %s, with index entries%n".formatted(shown, table),
          () -> IndexReport.loaded(table, shown, cancel));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }

  private void load(IndexedCluster cluster, TableName table) throws IOException {
    PrintWriter err = commandLine().getErr();
    Steps steps = new Steps(err);
    boolean ended = false;
    try {
      cluster.bulkLoad(table, folder, jobs, steps);
      ended = true;
    } catch (IndexRefusedException e) {
      ended = true; // nothing is under way
      throw e;
    } finally {
      if (!ended) {
        err.printf(
            "lighter: the load was cut short; repeat the command, or run 'lighter index bulkload %s"
                + " --cancel'%n",
            table);
        err.flush();
      }
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** Shows the steps of a load. Confined to a thread. */
  private static final class Steps implements LoadListener {
    private final PrintWriter out;
    private final IndexBuildOptions.Bar bar;

    Steps(PrintWriter out) {
      this.out = out;
      this.bar = new IndexBuildOptions.Bar(out, Ansi.AUTO.enabled(), System::nanoTime);
    }

    @Override
    public void begun(String load, LoadStep step) {
      out.println(load.isEmpty() ? step.what() : load + ": " + step.what());
      out.flush();
    }

    @Override
    public void progress(BuildProgress progress) {
      bar.progress(progress);
    }

    @Override
    public void ended(BuildStep step) {
      bar.ended(step);
    }
  }
}
