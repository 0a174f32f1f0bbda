package io.lighter.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import picocli.CommandLine;

/** One command, run in this JVM, and what came of it. */
record CliRun(int exitCode, String out, String err) {

  static CliRun of(Configuration conf, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Lighter.commandLine(() -> conf)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int exitCode = commandLine.execute(args);
    return new CliRun(exitCode, out.toString(), err.toString());
  }

  /** HBase's defaults and these options. */
  static Configuration conf(String... keysAndValues) {
    Configuration conf = HBaseConfiguration.create();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    return conf;
  }
}
