// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.manager.monitor.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The jobs of index builds that run on compaction servers or ended there in the last minutes; a
 * request gets a page of the list.
 */
final class BuildJobList {
  static final Paging.Orders<Entry> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "index", Comparator.comparing(Entry::index),
              "work", Comparator.comparing(Entry::work),
              "state", Comparator.comparing(Entry::hasEnded).thenComparing(Entry::endedMsAgo),
              "done", Comparator.comparing(Entry::done),
              "time", Comparator.comparing(Entry::runningMs),
              "server", Comparator.comparing(Entry::server)),
          "state",
          false);

  /** A job and its server. */
  record Entry(String server, BuildJobReport job) {
    String index() {
      return job.getTable() + ' ' + job.getIndex() + ' ' + job.getBuildId();
    }

    String work() {
      return job.getKind() + ' ' + job.getSubject();
    }

    boolean hasEnded() {
      return job.getState() != State.RUNNING;
    }

    long endedMsAgo() {
      return job.getEndedMsAgo();
    }

    long done() {
      return job.getDone();
    }

    long runningMs() {
      return job.getRunningMs();
    }

    /** A unique key; ids are random, and a report is not relied on. */
    String key() {
      return job.getJobId() + ' ' + server;
    }

    String text() {
      String state = job.getState().name().toLowerCase(Locale.ROOT);
      return String.join(" ", job.getJobId(), index(), work(), state, server);
    }
  }

  private BuildJobList() {}

  /** The page as {@code build_jobs}. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<Entry> page = paging.of(entries(snapshot), ORDERS, Entry::key, Entry::text);
    JsonArray jobs = new JsonArray();
    for (Entry entry : page.entries()) {
      JsonObject job = ServerJson.buildJob(entry.job());
      job.addProperty("server", entry.server());
      jobs.add(job);
    }
    JsonObject json = new JsonObject();
    json.add("build_jobs", jobs);
    paging.addTo(json, page.total());
    return json;
  }

  private static List<Entry> entries(Snapshot snapshot) {
    List<Entry> entries = new ArrayList<>();
    for (ServerStatus status : snapshot.status().getServerList()) {
      ServerReport report = status.getReport();
      report.getBuildJobList().forEach(job -> entries.add(new Entry(report.getServer(), job)));
    }
    return entries;
  }
}
