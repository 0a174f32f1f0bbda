// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.ClientProcess;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.hbase.TableName;

/**
 * The paper's YCSB workload: a process that reads (90 % gets and 10 % scans) and one that updates.
 * Both select rows by a Zipfian distribution, and start operations at a fixed rate as far as their
 * threads allow.
 *
 * <p>The clients are YCSB's own. Their interval logs have a line for each {@link
 * IntervalWorkload#INTERVAL}, written through at once. With {@code measurement.interval=both} there
 * is one series from the scheduled and one from the actual start of operations.
 */
public final class YcsbWorkload implements Workload {
  private static final String CLIENT = "io.lighter.ycsb.HBaseDatabase";
  private static final int MAX_SCAN_ROWS = 100;

  private final Rates rates;
  private final YcsbRows rows;

  /**
   * Operations per second, and threads.
   *
   * @param reads gets and scans together
   */
  public record Rates(int reads, int readThreads, int updates, int updateThreads) {}

  /** Creates clients for a table that {@link TableLoader} has filled with these rows. */
  public YcsbWorkload(Rates rates, YcsbRows rows) {
    this.rates = rates;
    this.rows = rows;
  }

  @Override
  public List<String> operations() {
    return List.of("get", "scan", "update");
  }

  @Override
  public Map<String, Object> description() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("client", "YCSB 0.17.0");
    description.put("interval_ms", IntervalWorkload.INTERVAL.toMillis());
    description.put("rows", rows.count());
    description.put("row_bytes", YcsbRows.FIELDS * YcsbRows.FIELD_BYTES);
    description.put("distribution", "zipfian");
    description.put("reads_per_s", rates.reads());
    description.put("read_threads", rates.readThreads());
    description.put("scans_pct", 10);
    description.put("scan_rows_max", MAX_SCAN_ROWS);
    description.put("updates_per_s", rates.updates());
    description.put("update_threads", rates.updateThreads());
    return description;
  }

  @Override
  public double targetRate() {
    return rates.reads() + rates.updates();
  }

  @Override
  public Clients start(LocalCluster cluster, TableName table, Path folder) throws IOException {
    List<Client> clients = new ArrayList<>();
    Running running = new Running(clients);
    try {
      Properties reader = common(table);
      reader.setProperty("readproportion", "0.9");
      reader.setProperty("scanproportion", "0.1");
      clients.add(start(cluster, "reader", reader, rates.reads(), rates.readThreads(), folder));
      Properties writer = common(table);
      writer.setProperty("updateproportion", "1");
      clients.add(start(cluster, "writer", writer, rates.updates(), rates.updateThreads(), folder));
      return running;
    } catch (IOException | RuntimeException e) {
      running.close();
      throw e;
    }
  }

  private Client start(
      LocalCluster cluster, String name, Properties properties, int rate, int threads, Path folder)
      throws IOException {
    Path logs = Files.createDirectories(folder.resolve(name));
    properties.setProperty("hdrhistogram.output.path", logs + "/");
    List<String> arguments = new ArrayList<>(List.of("-t", "-s", "-db", CLIENT));
    arguments.addAll(List.of("-threads", Integer.toString(threads)));
    arguments.addAll(List.of("-target", Integer.toString(rate)));
    for (String key : properties.stringPropertyNames()) {
      arguments.addAll(List.of("-p", key + "=" + properties.getProperty(key)));
    }
    ClientProcess process =
        cluster.startClient("ycsb-" + name, "256m", "site.ycsb.Client", arguments);
    return new Client(process, logs);
  }

  private Properties common(TableName table) {
    Properties properties = new Properties();
    properties.setProperty("workload", IntervalWorkload.class.getName());
    properties.setProperty("recordcount", Integer.toString(rows.count()));
    properties.setProperty("operationcount", Integer.toString(Integer.MAX_VALUE));
    properties.setProperty("table", table.getNameAsString());
    properties.setProperty("columnfamily", YcsbRows.FAMILY);
    properties.setProperty("fieldcount", Integer.toString(YcsbRows.FIELDS));
    properties.setProperty("fieldlength", Integer.toString(YcsbRows.FIELD_BYTES));
    properties.setProperty("requestdistribution", "zipfian");
    properties.setProperty("readproportion", "0");
    properties.setProperty("updateproportion", "0");
    properties.setProperty("insertproportion", "0");
    properties.setProperty("scanproportion", "0");
    properties.setProperty("maxscanlength", Integer.toString(MAX_SCAN_ROWS));
    properties.setProperty("measurementtype", "hdrhistogram");
    properties.setProperty("measurement.interval", "both");
    properties.setProperty("hdrhistogram.fileoutput", "true");
    properties.setProperty("status.interval", "1");
    return properties;
  }

  /** A process and its folder of interval logs. */
  private record Client(ClientProcess process, Path logs) {}

  private record Running(List<Client> clients) implements Clients {
    @Override
    public List<Long> pids() {
      return clients.stream().map(client -> client.process().pid()).toList();
    }

    @Override
    public void requireRunning() throws IOException {
      for (Client client : clients) {
        client.process().requireAlive();
      }
    }

    @Override
    public boolean areWorking() throws IOException {
      for (Client client : clients) {
        LatencyLog log = new LatencyLog();
        YcsbLogs.readInto(log, client.logs());
        if (log.operations().stream().allMatch(name -> log.count(name) == 0)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public LatencyLog stop() throws IOException {
      requireRunning();
      close();
      LatencyLog log = new LatencyLog();
      for (Client client : clients) {
        YcsbLogs.readInto(log, client.logs());
      }
      return log;
    }

    @Override
    public void close() {
      clients.forEach(client -> client.process().close());
    }
  }
}
