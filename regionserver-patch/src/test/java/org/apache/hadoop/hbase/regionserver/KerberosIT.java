// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexVerifier;
import io.lighter.index.build.SnapshotBuilder;
import io.lighter.index.client.IndexState;
import io.lighter.manager.CompactionManager;
import io.lighter.regionserver.AuditLines;
import io.lighter.regionserver.KerberosRealm;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.OneBuildServer;
import io.lighter.regionserver.SpnegoClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster whose HDFS, HBase, ZooKeeper, manager and compaction server require Kerberos, with
 * service-level authorization: permitted calls, and messages, log lines and counts of rejections.
 */
@Tag("own-jvm")
class KerberosIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String JOB = CompactionJobId.random().value();
  private static final int INDEXED_ROWS = 100;

  private static KerberosRealm realm;
  private static OffloadCluster cluster;
  private static CompactionManager manager;
  private static SpnegoClient web;

  private AuditLines audit;

  @BeforeAll
  static void startCluster(@TempDir Path folder) throws Exception {
    realm = new KerberosRealm(folder);
    cluster =
        OffloadCluster.start(
            1,
            LighterOption.SERVER_GROUP.defaultValue(),
            site -> {
              realm.secure(site);
              site.set(LighterOption.SERVER_REPORT_INTERVAL.key(), "100ms");
              site.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
            });
    Configuration conf = new Configuration(cluster.conf());
    conf.set(LighterOption.MANAGER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.MANAGER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.MANAGER_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_INFO_BIND_ADDRESS.key(), "localhost");
    conf.set(LighterOption.MANAGER_INFO_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_API_WRITES.key(), "true");
    realm.addClientKeytab(conf); // as in a site that the command line shares
    manager = CompactionManager.start(conf);
    cluster.await(manager::isLeader);
    try (RpcCaller caller = new RpcCaller(cluster.conf())) {
      web =
          new SpnegoClient(
              RpcCaller.call(() -> manager(caller).status(null, StatusRequest.getDefaultInstance()))
                  .getDashboard());
    }
  }

  @AfterAll
  static void stopCluster() throws Exception {
    if (manager != null) {
      manager.close();
    }
    if (cluster != null) {
      cluster.close();
    }
    if (realm != null) {
      realm.close();
    }
  }

  @BeforeEach
  void listen() {
    audit = new AuditLines();
  }

  @AfterEach
  void listenNoMore() {
    audit.close();
  }

  @Test
  void compactionIsOffloadedAndWarmedUp() throws Exception {
    HRegion region = CachedRows.create(cluster, WarmupStrategy.INCREMENTAL);
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long channels = OffloadCounters.warmup("warmupChannelsOpened");
    long completed = OffloadCounters.warmup("warmupsCompleted");

    CompletableFuture<Void> compaction = WarmupSteps.compact(region);
    compaction.get(5, TimeUnit.MINUTES);
    cluster.await(() -> OffloadCounters.warmup("warmupsCompleted") > completed);

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
    assertThat(OffloadCounters.warmup("warmupChannelsOpened")).isEqualTo(channels + 1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(audit.of("hbase")).as("it was never refused").isEmpty();
  }

  @Test
  void jobsOfAnIndexBuildRunOnTheCompactionServer() throws Exception {
    TableName table = createIndexableTable();
    Configuration conf = new Configuration(cluster.conf());
    // HBase's test utility puts it into the root folder, where a build must not write
    conf.set(HConstants.TEMPORARY_FS_DIRECTORY_KEY, "/user/hbase/hbase-staging");
    Connection connection = cluster.util().getConnection();
    long started = counter(LighterMetric.SERVER_BUILD_JOBS_STARTED);
    long written = counter(LighterMetric.SERVER_BUILD_ENTRIES_WRITTEN);

    IndexInfo index;
    try (RpcCaller caller = new RpcCaller(cluster.conf())) {
      SnapshotBuilder builder =
          new SnapshotBuilder(
              connection, conf, 1, new OneBuildServer(caller, cluster.compactionServer()));
      index =
          IndexAdmin.of(connection, builder)
              .create(table, "city", "value f:city string", CreateOptions.DEFAULT);
    }

    assertThat(index.state()).isEqualTo(IndexState.ACTIVE.name());
    assertThat(counter(LighterMetric.SERVER_BUILD_JOBS_STARTED))
        .as("reads of two regions, and a merge")
        .isEqualTo(started + 3);
    assertThat(counter(LighterMetric.SERVER_BUILD_ENTRIES_WRITTEN))
        .as("each entry is written when its region is read, and merged")
        .isEqualTo(written + 2 * INDEXED_ROWS);
    assertThat(IndexVerifier.check(connection, table, "city", false))
        .isEqualTo(new CheckReport(INDEXED_ROWS, INDEXED_ROWS, 0, 0, 0, 0, 0, 0, List.of()));
    assertThat(audit.of("hbase")).as("it was never refused").isEmpty();
  }

  /** A table of two regions with as many rows each. */
  private static TableName createIndexableTable() throws IOException {
    TableName name = cluster.newTableName("indexed");
    byte[] family = Bytes.toBytes("f");
    byte[][] splits = {indexedRow(INDEXED_ROWS / 2)};
    try (Table table = cluster.util().createTable(name, family, splits)) {
      for (int i = 0; i < INDEXED_ROWS; i++) {
        byte[] city = Bytes.toBytes("c" + i % 7);
        table.put(new Put(indexedRow(i)).addColumn(family, Bytes.toBytes("city"), city));
      }
    }
    return name;
  }

  private static byte[] indexedRow(int number) {
    return Bytes.toBytes("r%03d".formatted(number));
  }

  private static long counter(LighterMetric metric) {
    return counter(MetricProcess.COMPACTION_SERVER, metric.metricName());
  }

  @Test
  void managerKeepsItsUserInCallsToHBase() throws Exception {
    TableName table =
        CachedRows.create(cluster, WarmupStrategy.NONE).getTableDescriptor().getTableName();
    try (RpcCaller caller = new RpcCaller(cluster.conf())) {
      cluster.await(
          () -> RpcCaller.call(() -> status(caller)).getRegions() > 0); // hbase:meta was read
    }

    String regions =
        web.send(realm.login(KerberosRealm.ADMIN), web.get("api/v1/assignments?table=" + table))
            .body();

    assertThat(regions).as("HBase was asked").contains("\"slot\"");
    assertThat(UserGroupInformation.getLoginUser().getShortUserName()).isEqualTo("hbase");
  }

  @Test
  void anotherUserIsRejectedByACompactionServer() throws Exception {
    try (RpcCaller eve = callerOf(realm.login(KerberosRealm.OTHER))) {
      CompactionServerService.BlockingInterface server =
          eve.compactionServer(cluster.compactionServer(), TIMEOUT);
      List<RpcCaller.RemoteCall<?>> calls = callsAbout(JOB, server);
      long refused = forbidden();
      for (RpcCaller.RemoteCall<?> call : calls) {
        assertRefused(call);
      }
      SubmitResponse submitted =
          RpcCaller.call(() -> server.submit(null, submit("0123456789abcdef0123456789abcdef")));

      SubmitBuildJobResponse build = RpcCaller.call(() -> server.submitBuildJob(null, buildJob()));

      assertThat(submitted.getRefusal()).isEqualTo(Refusal.FORBIDDEN);
      assertTellsNothing(submitted.getMessage());
      assertThat(build.getRefusal()).isEqualTo(Refusal.FORBIDDEN);
      assertTellsNothing(build.getMessage());
      assertThat(forbidden()).isEqualTo(refused + calls.size() + 2);
      assertThat(audit.of(KerberosRealm.OTHER))
          .hasSize(calls.size() + 2)
          .allMatch(line -> line.startsWith("Access denied for user eve; reason: "))
          .allMatch(line -> line.contains("remote address: 127.0.0.1"))
          .anyMatch(line -> line.contains("request: fetch a chunk"))
          .anyMatch(line -> line.contains("request: submit a compaction"))
          .anyMatch(line -> line.contains("request: submit a job of an index build"));
    }
  }

  @Test
  void jobContinuesDespiteCallsOfAnotherUser() throws Exception {
    try (RpcCaller owner = new RpcCaller(cluster.conf());
        RpcCaller eve = callerOf(realm.login(KerberosRealm.OTHER))) {
      CompletedJob job = CompletedJob.submit(cluster, owner);
      ListChunksResponse retained = job.list();
      ByteString chunk = job.firstChunk();
      CompactionServerService.BlockingInterface server =
          eve.compactionServer(cluster.compactionServer(), TIMEOUT);
      List<RpcCaller.RemoteCall<?>> calls = callsAbout(job.id(), server);
      long refused = forbidden();
      long refusedByManager = counter(MetricProcess.MANAGER, "refusedCalls");

      for (RpcCaller.RemoteCall<?> call : calls) {
        assertRefused(call);
      }
      SubmitResponse again = RpcCaller.call(() -> server.submit(null, job.request()));
      assertRefused(() -> manager(eve).cancelJobs(null, cancelJobs(job.id())));

      assertThat(again.getRefusal()).isEqualTo(Refusal.FORBIDDEN);
      assertTellsNothing(again.getMessage());
      assertThat(forbidden()).isEqualTo(refused + calls.size() + 1);
      assertThat(counter(MetricProcess.MANAGER, "refusedCalls")).isEqualTo(refusedByManager + 1);
      assertThat(audit.of(KerberosRealm.OTHER))
          .hasSize(calls.size() + 2)
          .allMatch(line -> line.startsWith("Access denied for user eve; reason: "));
      assertThat(job.heartbeat().getState()).isEqualTo(JobState.COMPLETED);
      assertThat(job.list()).isEqualTo(retained);
      assertThat(job.firstChunk()).isEqualTo(chunk);
      assertThat(job.cancel()).as("by its owner").isTrue();
    }
  }

  @Test
  void duplicateJobIdIsRefusedAndTheFirstJobContinues() throws Exception {
    try (RpcCaller service = new RpcCaller(cluster.conf())) {
      CompletedJob job = CompletedJob.submit(cluster, service);
      SubmitRequest other = job.request().toBuilder().setRegionServer("localhost,2,2").build();
      long refused = counter(MetricProcess.COMPACTION_SERVER, "refusedRequests_invalid");

      SubmitResponse response =
          RpcCaller.call(
              () ->
                  service
                      .compactionServer(cluster.compactionServer(), TIMEOUT)
                      .submit(null, other));

      assertThat(response.getRefusal()).isEqualTo(Refusal.INVALID);
      assertThat(response.getMessage()).isEqualTo("job id " + job.id() + " was used before");
      assertThat(counter(MetricProcess.COMPACTION_SERVER, "refusedRequests_invalid"))
          .isEqualTo(refused + 1);
      assertThat(audit.of("hbase"))
          .singleElement()
          .asString()
          .startsWith("Access denied for user hbase; reason: job id " + job.id())
          .contains("remote address: 127.0.0.1; request: submit a compaction");
      assertThat(job.heartbeat().getState()).isEqualTo(JobState.COMPLETED);
      assertThat(job.cancel()).isTrue();
    }
  }

  @Test
  void chunkPortWelcomesOnlyTheOwnerOfATicket() throws Exception {
    try (RpcCaller service = new RpcCaller(cluster.conf())) {
      CompletedJob job = CompletedJob.submit(cluster, service);
      ChunkChannelOffer offer = job.offer();
      long refused = counter(MetricProcess.COMPACTION_SERVER, "chunkChannelsRefused");
      byte[] webRequest = "GET /secret HTTP/1.1\r\n".getBytes(US_ASCII);

      assertThat(answer(offer, Arrays.copyOf(webRequest, ChannelFormat.HELLO_BYTES))).isEmpty();
      cluster.await(() -> !rejectionsAtTheChunkPort().isEmpty());
      assertThat(answer(offer, hello(offer, new byte[ChannelFormat.SECRET_BYTES]))).isEmpty();

      cluster.await(
          () -> counter(MetricProcess.COMPACTION_SERVER, "chunkChannelsRefused") == refused + 2);
      assertThat(rejectionsAtTheChunkPort())
          .as("one in 10 s")
          .first()
          .asString()
          .startsWith("Access denied for user unknown; reason: speaks something else; ")
          .contains("127.0.0.1")
          .doesNotContain("secret", job.id());
      ChunkChannelOffer good = job.offer();
      assertThat(answer(good, hello(good, good.getSecret().toByteArray())))
          .startsWith(ByteBuffer.allocate(Integer.BYTES).putInt(ChannelFormat.MAGIC).array());
      assertThat(job.heartbeat().getState()).isEqualTo(JobState.COMPLETED);
      assertThat(job.cancel()).isTrue();
    }
  }

  @Test
  void managerRejectsExpiredAndMissingTicketsAndAnswersOthers() throws Exception {
    // This call is first, since only the first unauthenticated peer of a port in 10 s is logged.
    assertNoConnection(
        realm.loginOfYesterday(KerberosRealm.ADMIN),
        cluster.conf(),
        MetricProcess.MANAGER,
        KerberosIT::status);
    awaitLineAboutAnUnauthenticatedPeer();
    assertNoConnection(
        UserGroupInformation.createRemoteUser("mallory"),
        withoutKerberos(),
        MetricProcess.MANAGER,
        KerberosIT::status);

    try (RpcCaller eve = callerOf(realm.login(KerberosRealm.OTHER))) {
      assertThat(RpcCaller.call(() -> status(eve))).isNotNull();
    }
  }

  @Test
  void anotherUserReadsTheStatusButNeitherReportsNorCancels() throws Exception {
    try (RpcCaller eve = callerOf(realm.login(KerberosRealm.OTHER))) {
      CompactionManagerService.BlockingInterface service = manager(eve);
      long refused = counter(MetricProcess.MANAGER, "refusedCalls");

      assertThat(RpcCaller.call(() -> service.status(null, StatusRequest.getDefaultInstance())))
          .isNotNull();
      assertRefused(() -> service.cancelJobs(null, cancelJobs(JOB)));
      assertRefused(() -> service.reportRegionServer(null, report()));

      assertThat(counter(MetricProcess.MANAGER, "refusedCalls")).isEqualTo(refused + 2);
      assertThat(audit.of(KerberosRealm.OTHER))
          .hasSize(2)
          .allMatch(line -> line.startsWith("Access denied for user eve; reason: "))
          .anyMatch(line -> line.contains("request: cancel jobs"));
    }
    try (RpcCaller ada = callerOf(realm.login(KerberosRealm.ADMIN))) {
      assertThat(RpcCaller.call(() -> manager(ada).cancelJobs(null, cancelJobs(JOB))))
          .as("an administrator may")
          .isNotNull();
      assertThat(audit.all())
          .anyMatch(
              line ->
                  line.startsWith("Access allowed for user ada; reason: superuser;")
                      && line.contains("context: 0 cancelled, because: a?test"));
    }
  }

  @Test
  void missingOrExpiredTicketOpensNoConnection() throws Exception {
    assertNoConnection(
        UserGroupInformation.createRemoteUser("mallory"),
        withoutKerberos(),
        MetricProcess.COMPACTION_SERVER,
        KerberosIT::heartbeat);
    assertNoConnection(
        realm.loginOfYesterday(KerberosRealm.ADMIN),
        cluster.conf(),
        MetricProcess.COMPACTION_SERVER,
        KerberosIT::heartbeat);
    awaitLineAboutAnUnauthenticatedPeer();
  }

  @Test
  void namesOutsideTheTableAreRefusedEvenForTheServiceUser() throws Exception {
    String root = CommonFSUtils.getRootDir(cluster.conf()).toUri().getPath();
    try (RpcCaller service = new RpcCaller(cluster.conf())) {
      for (String name : List.of("../../../other/f/0123456789abcdef0123456789abcdef", "..", root)) {
        long refused = counter(MetricProcess.COMPACTION_SERVER, "refusedRequests_invalid");

        SubmitResponse response =
            RpcCaller.call(
                () ->
                    service
                        .compactionServer(cluster.compactionServer(), TIMEOUT)
                        .submit(null, submit(name)));

        assertThat(response.getRefusal()).isEqualTo(Refusal.INVALID);
        assertThat(response.getMessage()).isEqualTo("not the name of a store file: '" + name + "'");
        assertThat(counter(MetricProcess.COMPACTION_SERVER, "refusedRequests_invalid"))
            .isEqualTo(refused + 1);
        assertThat(audit.of("hbase"))
            .last()
            .asString()
            .startsWith("Access denied for user hbase; reason: not the name of a store file")
            .contains("remote address: 127.0.0.1; request: submit a compaction");
      }
    }
  }

  @Test
  void webPagesRequireALogInAndWritesAnAdministrator() throws Exception {
    UserGroupInformation eve = realm.login(KerberosRealm.OTHER);
    UserGroupInformation ada = realm.login(KerberosRealm.ADMIN);
    for (String path : List.of("", "api/v1/status", "api/v1/jobs", "jmx", "conf")) {
      assertThat(web.send(web.get(path)).statusCode()).as(path).isEqualTo(401);
    }
    assertThat(web.send(eve, web.get("")).statusCode()).isEqualTo(200);
    assertThat(web.send(eve, web.get("api/v1/status")).body()).contains("\"manager\"");
    for (String path : List.of("stacks", "logLevel?log=org.example&level=ERROR")) {
      assertThat(web.send(eve, web.get(path)).statusCode()).as(path).isEqualTo(403);
    }
    assertThat(web.send(ada, web.get("stacks")).statusCode()).isEqualTo(200);

    long refused = counter(MetricProcess.MANAGER, "refusedCalls");
    assertThat(web.send(switchOff()).statusCode()).isEqualTo(401);
    var byEve = web.send(eve, switchOff());
    assertThat(byEve.statusCode()).isEqualTo(403);
    assertThat(JsonParser.parseString(byEve.body()).getAsJsonObject().get("error").getAsString())
        .isEqualTo("user 'eve': expected an administrator");
    assertThat(counter(MetricProcess.MANAGER, "refusedCalls")).isEqualTo(refused + 1);
    assertThat(web.send(ada, switchOff()).statusCode()).isEqualTo(200);
    assertThat(audit.all())
        .anyMatch(
            line ->
                line.startsWith("Access denied for user eve; reason: user 'eve': expected")
                    && line.contains("remote address: 127.0.0.1; request: POST /api/v1/switch"))
        .anyMatch(
            line ->
                line.startsWith("Access allowed for user ada;")
                    && line.contains("request: POST /api/v1/switch")
                    && line.contains("context: {\"on\":false,\"table\":\"no_such_table\"}"));
  }

  private static HttpRequest.Builder switchOff() {
    return web.get("api/v1/switch")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"on\":false,\"table\":\"no_such_table\"}"));
  }

  private static CancelJobsRequest cancelJobs(String job) {
    return CancelJobsRequest.newBuilder().addJobId(job).setReason("a\ntest").build();
  }

  private static RegionServerReport report() {
    return RegionServerReport.newBuilder()
        .setRegionServer("localhost,1,1")
        .setVersion("0")
        .setOffloaded(0)
        .setFailedAttempts(0)
        .setCancelled(0)
        .setAway(0)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0)
        .build();
  }

  private static SubmitRequest submit(String input) {
    var table = TableDescriptorBuilder.newBuilder(cluster.newTableName("t"));
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
    RegionInfo region = RegionInfoBuilder.newBuilder(table.build().getTableName()).build();
    return SubmitRequest.newBuilder()
        .setProtocolVersion(Protocol.VERSION)
        .setJobId(JOB)
        .setRegionServer("localhost,1,1")
        .setTableDescriptor(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(table.build())))
        .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(region)))
        .setFamily(ByteString.copyFromUtf8("f"))
        .setEngine(DefaultStoreEngine.class.getName())
        .addInput(InputFile.newBuilder().setName(input).setLength(1))
        .setMajor(true)
        .setAllFiles(true)
        .setSmallestReadPoint(1)
        .setPriority(1)
        .setDeadlineMs(1000)
        .setHeartbeatTimeoutMs(1000)
        .build();
  }

  private static SubmitBuildJobRequest buildJob() {
    return SubmitBuildJobRequest.newBuilder()
        .setJobId("bj-0123456789abcdef0123")
        .setBuildId("ib-0123456789abcdef")
        .setFolder("/user/hbase/hbase-staging/lighter-index/ib-0123456789abcdef")
        .setTable("t")
        .setIndex("city")
        .setDefinition("value f:city string")
        .setFamilyDescriptor(ByteString.EMPTY)
        .build();
  }

  private static RpcCaller callerOf(UserGroupInformation user) throws Exception {
    PrivilegedExceptionAction<RpcCaller> create = () -> new RpcCaller(cluster.conf());
    return user.doAs(create);
  }

  private static CompactionManagerService.BlockingInterface manager(RpcCaller caller) {
    return caller.manager(manager.serverName(), TIMEOUT);
  }

  /** All calls that name a job, or cancel it with others. */
  private static List<RpcCaller.RemoteCall<?>> callsAbout(
      String job, CompactionServerService.BlockingInterface server) {
    CancelRequest.Builder cancel = CancelRequest.newBuilder().setReason("a test");
    return List.of(
        () -> server.heartbeat(null, HeartbeatRequest.newBuilder().setJobId(job).build()),
        () -> server.finish(null, FinishRequest.newBuilder().setJobId(job).build()),
        () -> server.cancel(null, cancel.clone().setJobId(job).build()),
        () -> server.cancel(null, cancel.clone().setJobId(job).setByOperator(true).build()),
        () -> server.cancel(null, cancel.clone().setQueuedOfTable("t").build()),
        () ->
            server.listChunks(
                null, ListChunksRequest.newBuilder().setJobId(job).setWantChannel(true).build()),
        () ->
            server.fetchChunk(
                null,
                FetchChunkRequest.newBuilder().setJobId(job).setFile("f").setChunk(0).build()),
        () -> server.releaseOutput(null, ReleaseOutputRequest.newBuilder().setJobId(job).build()),
        () -> server.askBuildJob(null, AskBuildJobRequest.newBuilder().setJobId(job).build()),
        () ->
            server.cancelBuildJob(null, CancelBuildJobRequest.newBuilder().setJobId(job).build()));
  }

  private List<String> rejectionsAtTheChunkPort() {
    return audit.of("unknown").stream()
        .filter(line -> line.contains("request: use a chunk channel"))
        .toList();
  }

  /** Bytes that the chunk port sends until it closes, up to the length of a welcome. */
  private static byte[] answer(ChunkChannelOffer offer, byte[] said) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), offer.getPort())) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      socket.getOutputStream().write(said);
      return socket.getInputStream().readNBytes(ChannelFormat.WELCOME_BYTES);
    }
  }

  private static byte[] hello(ChunkChannelOffer offer, byte[] secret) {
    return ByteBuffer.allocate(ChannelFormat.HELLO_BYTES)
        .putInt(ChannelFormat.MAGIC)
        .putInt(ChannelFormat.VERSION)
        .putLong(offer.getTicket())
        .put(secret)
        .array();
  }

  private static Configuration withoutKerberos() {
    Configuration simple = new Configuration(cluster.conf());
    simple.set("hbase.security.authentication", "simple");
    return simple;
  }

  private static StatusResponse status(RpcCaller caller) throws ServiceException {
    return manager(caller).status(null, StatusRequest.getDefaultInstance());
  }

  private static HeartbeatResponse heartbeat(RpcCaller caller) throws ServiceException {
    return caller
        .compactionServer(cluster.compactionServer(), TIMEOUT)
        .heartbeat(null, HeartbeatRequest.newBuilder().setJobId(JOB).build());
  }

  @FunctionalInterface
  private interface Attempt {
    Object by(RpcCaller caller) throws ServiceException;
  }

  private static void assertNoConnection(
      UserGroupInformation user, Configuration conf, MetricProcess process, Attempt attempt)
      throws Exception {
    long before = counter(process, "unknownCallers");
    PrivilegedExceptionAction<RpcCaller> create = () -> new RpcCaller(conf);
    try (RpcCaller caller = user.doAs(create)) {
      assertThatThrownBy(() -> RpcCaller.call(() -> attempt.by(caller)))
          .isInstanceOf(IOException.class)
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\tat io.lighter"));
    }
    cluster.await(() -> counter(process, "unknownCallers") > before);
  }

  /** Waits for the line, which follows the count of the connection. */
  private void awaitLineAboutAnUnauthenticatedPeer() throws Exception {
    cluster.await(
        () ->
            audit.all().stream()
                .anyMatch(
                    line ->
                        line.startsWith(
                                "Access denied for user unknown; reason: the connection ended")
                            && line.contains("127.0.0.1")));
  }

  private static void assertRefused(RpcCaller.RemoteCall<?> call) {
    AccessDeniedException refused =
        catchThrowableOfType(AccessDeniedException.class, () -> RpcCaller.call(call));
    assertThat(refused).isNotNull();
    assertTellsNothing(
        refused.getMessage().replace(AccessDeniedException.class.getName() + ": ", ""));
  }

  /** Checks that a message is one sentence without path, class, stack trace or hint at a job. */
  private static void assertTellsNothing(String message) {
    assertThat(message.strip())
        .startsWith("user 'eve' may not ")
        .doesNotContain("/", "\n", "\t", "Exception", "io.lighter", "org.apache", "cj-");
  }

  private static long forbidden() {
    return counter(MetricProcess.COMPACTION_SERVER, "refusedRequests_forbidden");
  }

  private static long counter(MetricProcess process, String name) {
    return MetricRegistries.global()
        .get(process.registry())
        .flatMap(registry -> registry.get(name))
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }
}
