// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.admin.LoadListener;
import io.lighter.index.admin.LoadStep;
import io.lighter.index.client.IndexNotReadyException;
import io.lighter.index.client.Lookup;
import io.lighter.index.client.UnknownIndexException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** A cluster with the index {@code city} of {@code ns:t}, which counts its calls as text. */
final class FakeIndexedCluster implements IndexedCluster {
  final List<String> calls = new ArrayList<>();
  final List<FoundRow> rows = new ArrayList<>();

  /** Why lookups are refused, or null. */
  String problem;

  String cleanup = "eager";

  ClusterStatus managers = new ClusterStatus.Unmanaged("no manager", List.of(), Optional.empty());

  /** The bulk load that is under way, or null. */
  String hold;

  /** Whether the next bulk load fails behind its first step. */
  boolean loadFails;

  /** What the next build shows. */
  final List<BuildProgress> progress = new ArrayList<>();

  /** Why the next index is refused. */
  List<String> refusals = List.of();

  /** Why the range of a lookup does not suit, or null. */
  String wrongRange;

  CheckReport report = new CheckReport(10, 11, 0, 1, 0, 0, 0, 0, List.of("stale: entry 'x'"));

  private IndexInfo info() {
    return new IndexInfo(
        TableName.valueOf("ns:t"),
        "city",
        Optional.of("value f:city string cleanup=" + cleanup),
        TableName.valueOf("ns:t__city"),
        problem == null ? "ACTIVE" : "BUILDING",
        Optional.ofNullable(problem));
  }

  @Override
  public IndexInfo create(
      TableName table, String index, String definition, CreateOptions options, Build build)
      throws IOException {
    calls.add("create %s %s '%s' %s".formatted(table, index, definition, options));
    return built(build);
  }

  @Override
  public IndexInfo rebuild(TableName table, String index, CreateOptions options, Build build)
      throws IOException {
    calls.add("rebuild %s %s %s, %d jobs".formatted(table, index, options, build.jobs()));
    require(table, index);
    return built(build);
  }

  private IndexInfo built(Build build) throws IOException {
    if (!refusals.isEmpty()) {
      throw new IndexRefusedException(refusals);
    }
    for (BuildProgress each : progress) {
      build.listener().progress(each);
    }
    return info();
  }

  @Override
  public IndexInfo suspend(TableName table, String index) throws IOException {
    calls.add("suspend %s %s".formatted(table, index));
    require(table, index);
    return info();
  }

  @Override
  public void bulkLoad(TableName table, String folder, int jobs, LoadListener listener)
      throws IOException {
    calls.add("bulkload %s %s, %d jobs".formatted(table, folder, jobs));
    if (!refusals.isEmpty()) {
      throw new IndexRefusedException(refusals);
    }
    listener.begun("", LoadStep.HOLD);
    if (loadFails) {
      throw new IOException("no region server");
    }
    listener.begun("ib-1", LoadStep.ROWS);
  }

  @Override
  public String cancelBulkLoad(TableName table) {
    calls.add("cancel bulkload " + table);
    return "hdfs://nn/dir";
  }

  @Override
  public List<IndexInfo> snapshot(TableName table, String snapshot) throws IOException {
    calls.add("snapshot %s %s".formatted(table, snapshot));
    if (!refusals.isEmpty()) {
      throw new IndexRefusedException(refusals);
    }
    return List.of(info());
  }

  @Override
  public List<IndexInfo> restore(
      TableName table, String snapshot, CreateOptions options, Build build) throws IOException {
    calls.add("restore %s %s %s, %d jobs".formatted(table, snapshot, options, build.jobs()));
    return List.of(built(build));
  }

  @Override
  public List<IndexInfo> copy(String snapshot, TableName table, CreateOptions options, Build build)
      throws IOException {
    calls.add("clone %s %s %s, %d jobs".formatted(snapshot, table, options, build.jobs()));
    return List.of(built(build));
  }

  @Override
  public void drop(TableName table, String index) throws IOException {
    calls.add("drop %s %s".formatted(table, index));
    require(table, index);
  }

  private static void require(TableName table, String index) throws IOException {
    if (!index.equals("city")) {
      throw new UnknownIndexException(table, index, List.of("city"));
    }
  }

  @Override
  public List<IndexInfo> list() {
    calls.add("list");
    return List.of(info());
  }

  @Override
  public List<IndexInfo> list(TableName table) {
    calls.add("list " + table);
    return List.of();
  }

  @Override
  public IndexInfo.Status status(TableName table, String index) throws IOException {
    require(table, index);
    return new IndexInfo.Status(
        info(),
        2,
        3 << 20,
        List.of("rs7,1,1"),
        progress.stream().findFirst(),
        Optional.ofNullable(hold));
  }

  @Override
  public ClusterStatus managers() {
    return managers;
  }

  @Override
  public CheckReport check(TableName table, String index, boolean repair) throws IOException {
    calls.add("check %s %s %s".formatted(table, index, repair));
    require(table, index);
    return report;
  }

  @Override
  public void lookup(TableName table, Lookup lookup, Rows consumer) throws IOException {
    calls.add(table + ": " + lookup);
    require(table, lookup.index());
    if (wrongRange != null) {
      throw new IllegalArgumentException(wrongRange);
    }
    if (problem != null) {
      throw new IndexNotReadyException(table, lookup.index(), problem);
    }
    rows.forEach(consumer::accept);
  }

  @Override
  public void close() {
    calls.add("close");
  }
}
