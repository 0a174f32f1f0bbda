// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.Site;
import io.lighter.common.WarmupId;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter warm}: caches the blocks of a table, or of a range of its rows. */
@Command(
    name = "warm",
    description = {
      "Reads the blocks of a table, or of a range of its rows, into the region servers' block"
          + " caches.",
      "Ends when all are cached; Ctrl-C stops the warm-up, and cached blocks stay."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class WarmCommand implements Callable<Integer> {
  private static final long LOOK_MS = 200;

  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(
      names = "--table",
      required = true,
      paramLabel = "NAMESPACE:TABLE",
      description = "Table whose store engine is Lighter's.")
  private String table;

  @Option(
      names = "--start",
      paramLabel = "ROW",
      defaultValue = "",
      description = "First row; bytes may be written as \\xNN. Default: the table's first.")
  private String start;

  @Option(
      names = "--stop",
      paramLabel = "ROW",
      defaultValue = "",
      description = "First row that is not warmed. Default: the end of the table.")
  private String stop;

  WarmCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    WarmRange range = range();
    Site site = siteLoader.load();
    try (CuratorFramework zooKeeper = site.connect()) {
      Map<ServerName, Integer> regions = RegionLocations.of(site.conf(), range);
      warm(site, zooKeeper, range, regions);
    }
    return ExitCode.OK.code();
  }

  private void warm(
      Site site, CuratorFramework zooKeeper, WarmRange range, Map<ServerName, Integer> regions)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    WarmRequest request = request(range);
    WarmBar bar = new WarmBar(out, Ansi.AUTO.enabled());
    try (WarmRequestNode node = WarmRequestNode.create(zooKeeper, site.znodes(), request)) {
      Thread onCtrlC = new Thread(() -> closeQuietly(node), "warm-shutdown");
      Runtime.getRuntime().addShutdownHook(onCtrlC);
      try {
        out.println(request.getId() + ": " + range.table() + " on " + regions.size() + " servers");
        new WarmWait(node, regions, System::nanoTime, WarmCommand::pause).await(bar);
      } finally {
        bar.finish();
        removeHook(onCtrlC);
      }
    }
  }

  private WarmRange range() {
    try {
      return WarmRange.of(table, start, stop);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static WarmRequest request(WarmRange range) {
    return WarmRequest.newBuilder()
        .setId(WarmupId.random().value())
        .setTable(range.table().getNameAsString())
        .setStartRow(UnsafeByteOperations.unsafeWrap(range.startRow()))
        .setStopRow(UnsafeByteOperations.unsafeWrap(range.stopRow()))
        .build();
  }

  private void closeQuietly(WarmRequestNode node) {
    try {
      node.close();
    } catch (IOException e) {
      // The JVM ends. The session takes the requester's znode with it, which also stops region
      // servers.
      spec.commandLine().getErr().println("lighter: " + FirstLine.of(e));
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // After Ctrl-C the hook closes the node, as does this thread.
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
