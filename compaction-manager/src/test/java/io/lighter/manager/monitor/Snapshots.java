// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/** Snapshots for tests of rules. */
public final class Snapshots {
  static final String BY_RULE = "too-small";

  public static final ServerName MANAGER = ServerName.valueOf("manager,1,1");
  public static final ServerName A = ServerName.valueOf("a,1,1");
  public static final ServerName B = ServerName.valueOf("b,1,1");
  public static final ServerName CLIENT = ServerName.valueOf("client,1,1");

  private Snapshots() {}

  /** The status of a manager with a standby and offloading on. */
  public static StatusResponse.Builder status(ServerReport... reports) {
    StatusResponse.Builder status =
        StatusResponse.newBuilder()
            .setLeader(MANAGER.getServerName())
            .addStandby("standby,1,1")
            .setVersion("test")
            .setUptimeMs(1)
            .setSwitchedOn(true)
            .setRegions(4);
    for (ServerReport report : reports) {
      status.addServer(
          ServerStatus.newBuilder()
              .setReport(report)
              .setReportAgeMs(0)
              .setSlots(1)
              .setOccupiedSlots(1)
              .setRegions(1));
    }
    return status;
  }

  /** A snapshot with {@code status} only. */
  public static Snapshot at(long timeMs, StatusResponse.Builder status) {
    return new Snapshot(timeMs, status.build(), Set.of(), Map.of(), List.of());
  }

  /** An idle server of the group {@code default}. */
  public static ServerReport.Builder server(ServerName name) {
    return ServerReport.newBuilder()
        .setServer(name.getServerName())
        .setVersion("test")
        .setGroup("default")
        .setCacheBytes(1000)
        .setReservedBytes(0)
        .setThreads(2)
        .setQueueCapacity(100)
        .setCompletedJobs(0)
        .setFailedJobs(0)
        .setCancelledJobs(0)
        .setRefusedRequests(0)
        .setCompactedBytes(0)
        .setUptimeMs(1)
        .setCpuLoad(0.5)
        .setDraining(false);
  }

  /** A job of table {@code t}. */
  public static JobReport.Builder job(JobState state) {
    return JobReport.newBuilder()
        .setJobId("cj-00000000000000000001")
        .setState(state)
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setRegionServer(CLIENT.getServerName())
        .setMajor(true)
        .setInputBytes(100)
        .setInputFiles(3)
        .setPriority(1)
        .setAgeMs(10)
        .setRunningMs(5);
  }

  /** A job of an index build that reads a region for the index {@code city} of table {@code t}. */
  public static BuildJobReport.Builder buildJob(int number) {
    return BuildJobReport.newBuilder()
        .setJobId("bj-%020x".formatted(number))
        .setBuildId("ib-0000000000000001")
        .setTable("t")
        .setIndex("city")
        .setKind("read")
        .setSubject("0123456789abcdef0123456789abcdef")
        .setDone(number)
        .setRunningMs(1_000);
  }

  /** A region server with this number of local compactions; all reasons but one are failures. */
  public static RegionServerReport client(String reason, long count) {
    return RegionServerReport.newBuilder()
        .setRegionServer(CLIENT.getServerName())
        .setVersion("test")
        .setOffloaded(5)
        .setFailedAttempts(0)
        .setCancelled(0)
        .addLocal(
            ReasonCount.newBuilder()
                .setReason(reason)
                .setCount(count)
                .setFailure(!BY_RULE.equals(reason)))
        .setAway(2)
        .setWarmupsCompleted(1)
        .setWarmupsEndedEarly(0)
        .build();
  }

  /** A snapshot of region servers client0, client1 … with these tables and activities. */
  public static Snapshot indexes(RegionServerReport.Builder... reports) {
    Map<ServerName, RegionServerReport> servers = new HashMap<>();
    for (int i = 0; i < reports.length; i++) {
      ServerName server = ServerName.valueOf("client" + i, 1, 1);
      servers.put(server, reports[i].setRegionServer(server.getServerName()).build());
    }
    return new Snapshot(0, status(server(A).build()).build(), Set.of(), servers, List.of());
  }

  /** A report of a region server with the store files of one table. */
  public static RegionServerReport.Builder withTable(String table, long bytes) {
    return client(BY_RULE, 0).toBuilder().addTableStructure(structure(table, bytes));
  }

  /** A report of a region server with an indexed table. */
  public static RegionServerReport.Builder withIndexes(String table, TableIndexes.Builder indexes) {
    return client(BY_RULE, 0).toBuilder()
        .addTableStructure(structure(table, 100).setIndexes(indexes));
  }

  /** One table with these bytes and no files of levels. */
  private static TableStructure.Builder structure(String table, long bytes) {
    return TableStructure.newBuilder()
        .setTable(table)
        .setFlushedBytes(0)
        .setCompactedBytes(0)
        .setStores(0)
        .setFiles(0)
        .setRuns(0)
        .setMostRuns(0)
        .setBytes(bytes)
        .setWaitingBytes(0)
        .setRunBytes(0);
  }

  /** A snapshot of one table, each of whose tiers another region server reports. */
  public static Snapshot tiers(String table, TableTiers... tiers) {
    return tiers(Collections.nCopies(tiers.length, table), tiers);
  }

  /** A snapshot of tables, each of which another region server reports. */
  public static Snapshot tiers(List<String> tables, TableTiers... tiers) {
    Map<ServerName, RegionServerReport> servers = new HashMap<>();
    for (int i = 0; i < tiers.length; i++) {
      ServerName server = ServerName.valueOf("client" + i, 1, 1);
      servers.put(
          server,
          client(BY_RULE, 0).toBuilder()
              .setRegionServer(server.getServerName())
              .addTableStructure(structure(tables.get(i), 0).setTiers(tiers[i]))
              .build());
    }
    return new Snapshot(0, status(server(A).build()).build(), Set.of(), servers, List.of());
  }
}
