// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.client.KeyRange;
import io.lighter.index.client.Lookup;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code lighter index lookup}: rows by a key or a range of keys. */
@Command(
    name = "lookup",
    description = {
      "Looks rows up by a key or by a range of keys, in the order of the keys.",
      "Values are read as the index's types want them; for a key of several parts, give several",
      "values or repeat the option. With --json each row is one JSON object on a line."
    },
    mixinStandardHelpOptions = true)
final class IndexLookupCommand extends IndexTableCommand {
  private static final int DEFAULT_LIMIT = 20;

  @Mixin private IndexTarget target;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "KEY",
      description = "The key, part by part; without it and without a range: all keys.")
  private List<String> key = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "VALUE",
      description = "Keys that begin so; a text may be cut off.")
  private List<String> prefix = List.of();

  @Option(names = "--from", paramLabel = "VALUE", description = "The first key of a range.")
  private List<String> from = List.of();

  @Option(
      names = "--to",
      paramLabel = "VALUE",
      description = "The key behind the range, which is not in it.")
  private List<String> to = List.of();

  @Option(
      names = "--limit",
      defaultValue = "" + DEFAULT_LIMIT,
      paramLabel = "ROWS",
      description = "The most rows (default: ${DEFAULT-VALUE}).")
  private long limit;

  IndexLookupCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    if (limit < 1) {
      throw usage("--limit = %d: expected 1 or more".formatted(limit));
    }
    Lookup lookup = Lookup.of(target.index(), range()).limit(limit);
    PrintWriter out = commandLine().getOut();
    long[] rows = {0};
    try (IndexedCluster cluster = connect()) {
      cluster.lookup(
          table,
          lookup,
          row -> {
            rows[0]++;
            out.println(json() ? IndexReport.json(row) : IndexReport.text(row));
          });
    } catch (IllegalArgumentException e) { // a value of another type than the index's
      throw usage(e.getMessage());
    } finally {
      out.flush();
    }
    if (rows[0] == limit && !json()) {
      commandLine()
          .getErr()
          .println("lighter: ended at %d rows; --limit shows more".formatted(limit));
    }
    return ExitCode.OK.code();
  }

  private KeyRange range() {
    boolean bounds = !from.isEmpty() || !to.isEmpty();
    int kinds = (key.isEmpty() ? 0 : 1) + (prefix.isEmpty() ? 0 : 1) + (bounds ? 1 : 0);
    if (kinds > 1) {
      throw usage("expected one of KEY, --prefix, and --from with --to");
    }
    if (!key.isEmpty()) {
      return KeyRange.exact(values(key));
    }
    if (!prefix.isEmpty()) {
      return KeyRange.prefix(values(prefix));
    }
    KeyRange range = KeyRange.all();
    if (!from.isEmpty()) {
      range = range.atLeast(values(from));
    }
    return to.isEmpty() ? range : range.below(values(to));
  }

  private static Object[] values(List<String> texts) {
    return texts.stream().map(KeyRange::text).toArray();
  }

  private ParameterException usage(String message) {
    return new ParameterException(commandLine(), message);
  }
}
