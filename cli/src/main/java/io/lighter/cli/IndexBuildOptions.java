// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.CreateOptions;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of the commands of {@code lighter index} that build entries. */
final class IndexBuildOptions {
  private static final int MOST_JOBS = 64;
  private static final int DEFAULT_JOBS = 2;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--no-cell-acls",
      description = {
        "State that no cell of the table has an access control list of its own; needed on clusters",
        "with HBase's access control."
      })
  private boolean noCellAcls;

  @Option(
      names = "--jobs",
      defaultValue = "" + DEFAULT_JOBS,
      paramLabel = "N",
      description = {
        "Regions that this command reads at a time, if the table has rows and no compaction server",
        "reads them (default: ${DEFAULT-VALUE}). Each takes a processor and about 150 MB of memory."
      })
  private int jobs;

  @Option(
      names = "--here",
      description = {
        "Read the table's files in this process, also if compaction servers would do so",
        "(lighter.server.index.build.threads)."
      })
  private boolean here;

  CreateOptions createOptions() {
    return new CreateOptions(noCellAcls);
  }

  /**
   * How to build, with progress on the error output.
   *
   * @throws ParameterException if the number of jobs is not allowed
   */
  IndexedCluster.Build build() {
    if (jobs < 1 || jobs > MOST_JOBS) {
      throw new ParameterException(
          spec.commandLine(), "--jobs = %d: expected 1 to %d".formatted(jobs, MOST_JOBS));
    }
    PrintWriter err = spec.commandLine().getErr();
    return new IndexedCluster.Build(
        jobs, here, new Bar(err, Ansi.AUTO.enabled(), System::nanoTime));
  }

  /** Shows the steps of a build. Confined to a thread. */
  static final class Bar implements BuildListener {
    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoClock;

    /** The line of {@link #step}. */
    private IndexBuildLine line;

    /** The step that runs; null before the first one. */
    private BuildStep step;

    Bar(PrintWriter out, boolean terminal, LongSupplier nanoClock) {
      this.out = out;
      this.terminal = terminal;
      this.nanoClock = nanoClock;
    }

    @Override
    public void progress(BuildProgress progress) {
      if (progress.step() != step) {
        step = progress.step();
        line = new IndexBuildLine(out, terminal, nanoClock);
      }
      line.show(progress);
    }

    @Override
    public void placed(String where) {
      out.println(where);
      out.flush();
    }

    @Override
    public void ended(BuildStep ended) {
      if (ended == step) {
        line.finish();
      }
    }
  }
}
