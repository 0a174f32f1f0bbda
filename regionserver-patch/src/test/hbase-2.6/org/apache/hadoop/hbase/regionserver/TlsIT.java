// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.manager.CompactionManager;
import io.lighter.regionserver.AuditLines;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyException;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.crypto.KeyProviderForTesting;
import org.apache.hadoop.hbase.io.crypto.tls.KeyStoreFileType;
import org.apache.hadoop.hbase.io.crypto.tls.X509KeyType;
import org.apache.hadoop.hbase.io.crypto.tls.X509TestContext;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.security.EncryptionUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with TLS and certificates of both ends on all RPC, and a table with encrypted files.
 * Kerberos is off, so that only TLS rejects unauthenticated peers.
 */
@Tag("own-jvm")
class TlsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final String GROUP = LighterOption.SERVER_GROUP.defaultValue();
  private static final String SECRET = "what nobody else may read ";
  private static final int ROWS = 500;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final HeartbeatRequest HEARTBEAT =
      HeartbeatRequest.newBuilder().setJobId(CompactionJobId.random().value()).build();

  private static final String MASTER_KEY = "master";

  private static OffloadCluster cluster;
  private static Path folder;

  @BeforeAll
  static void startCluster(@TempDir Path keys) throws Exception {
    folder = keys;
    Security.addProvider(new BouncyCastleProvider()); // writes the certificates
    Configuration tls = new Configuration(false);
    addKeys(tls, "cluster");
    cluster =
        OffloadCluster.start(
            1,
            GROUP,
            site -> {
              tls.forEach(entry -> site.set(entry.getKey(), entry.getValue()));
              site.set(
                  HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, KeyProviderForTesting.class.getName());
              site.set(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY, MASTER_KEY);
              site.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
  }

  @Test
  void encryptedFamilyIsOffloadedAndWarmedUpOverTls() throws Exception {
    HRegion region = createEncrypted();
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    long remote = OffloadCounters.warmup("warmupBlocksRemote");
    long channels = OffloadCounters.warmup("warmupChannelsOpened");
    long completed = OffloadCounters.warmup("warmupsCompleted");

    WarmupSteps.compact(region).get(5, TimeUnit.MINUTES);
    cluster.await(() -> OffloadCounters.warmup("warmupsCompleted") > completed);

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(OffloadCounters.warmup("warmupBlocksRemote")).isGreaterThan(remote);
    assertThat(OffloadCounters.warmup("warmupChannelsOpened")).isEqualTo(channels + 1);
    assertEncrypted(region);
    var stats = WarmupSteps.cache(region).getStats();
    long misses = stats.getMissCachingCount();
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertThat(stats.getMissCachingCount())
        .as("the blocks that came over the channel are as a reader wants them: decrypted")
        .isEqualTo(misses);
  }

  @Test
  void serverWithoutTheKeyFailsTheJobAndTheCompactionIsLocal() throws Exception {
    HRegion region = createEncrypted();
    List<String> expected = Snapshots.visible(region);
    String provider = cluster.conf().get(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY);
    long local = OffloadCounters.local(LocalReason.FAILED);
    long offloaded = OffloadCounters.offloaded();
    cluster.stopCompactionServer();
    cluster.conf().unset(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY);
    try {
      cluster.startCompactionServer(GROUP);
      cluster.await(
          () -> { // until the region server knows the new server
            WarmupSteps.compact(region).get(5, TimeUnit.MINUTES);
            return OffloadCounters.local(LocalReason.FAILED) == local + 1;
          });
    } finally {
      cluster.conf().set(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, provider);
      cluster.stopCompactionServer();
      cluster.startCompactionServer(GROUP);
    }

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(1);
    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    assertEncrypted(region);
  }

  /** A rotation of keys has reached the region server, but not the compaction server. */
  @Test
  void outputIsEncryptedWithTheKeyOfTheRequest() throws Exception {
    HRegion region = createEncrypted();
    List<String> expected = Snapshots.visible(region);
    long offloaded = OffloadCounters.offloaded();
    cluster.stopCompactionServer();
    cluster.conf().set(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY, "before");
    try {
      cluster.startCompactionServer(GROUP);
      cluster.await(
          () -> { // until the region server knows the new server
            WarmupSteps.compact(region).get(5, TimeUnit.MINUTES);
            return OffloadCounters.offloaded() == offloaded + 1;
          });
    } finally {
      cluster.conf().set(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY, MASTER_KEY);
      cluster.stopCompactionServer();
      cluster.startCompactionServer(GROUP);
    }

    assertThat(Snapshots.visible(region)).isEqualTo(expected);
    for (HStoreFile file : region.getStores().get(0).getStorefiles()) {
      byte[] key = file.getReader().getHFileReader().getTrailer().getEncryptionKey();
      assertThat(EncryptionUtil.unwrapKey(cluster.conf(), MASTER_KEY, key)).isNotNull();
      assertThatThrownBy(() -> EncryptionUtil.unwrapKey(cluster.conf(), "before", key))
          .isInstanceOf(KeyException.class);
    }
  }

  @Test
  void certificateOfAnotherAuthorityIsRejectedAndLogged() throws Exception {
    Configuration foreign = new Configuration(cluster.conf());
    addKeys(foreign, "foreign");
    restartCompactionServer();
    try (AuditLines audit = new AuditLines()) {
      assertRefused(foreign);
      awaitNoted(audit);
    }
  }

  @Test
  void clientWithoutTlsOpensNoConnection() throws Exception {
    Configuration plain = new Configuration(cluster.conf());
    plain.setBoolean(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, false);

    assertRefused(plain);
  }

  @Test
  void plainTextConnectionIsClosedWithoutAnAnswerAndLogged() throws Exception {
    restartCompactionServer();
    try (AuditLines audit = new AuditLines()) {
      assertPlainTextIsNoted(cluster.compactionServer(), MetricProcess.COMPACTION_SERVER, audit);
    }
  }

  @Test
  void managerRejectsUnauthenticatedPeersAndAnswersMembers() throws Exception {
    Configuration foreign = new Configuration(cluster.conf());
    addKeys(foreign, "foreign-to-the-manager");
    Configuration plain = new Configuration(cluster.conf());
    plain.setBoolean(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, false);
    Configuration conf = new Configuration(cluster.conf());
    conf.set(LighterOption.MANAGER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.MANAGER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.MANAGER_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_INFO_PORT.key(), "-1");
    try (AuditLines audit = new AuditLines();
        RpcCaller member = new RpcCaller(cluster.conf());
        CompactionManager manager = CompactionManager.start(conf)) {
      Attempt status =
          caller ->
              RpcCaller.call(
                  () ->
                      caller
                          .manager(manager.serverName(), TIMEOUT)
                          .status(null, StatusRequest.getDefaultInstance()));
      cluster.await(manager::isLeader);

      // The first line only: for the next 10 s, unauthenticated peers are counted, not logged.
      assertPlainTextIsNoted(manager.serverName(), MetricProcess.MANAGER, audit);
      assertNoConnection(foreign, MetricProcess.MANAGER, status);
      assertNoConnection(plain, MetricProcess.MANAGER, status);

      assertThat(status.by(member)).isNotNull();
    }
  }

  private static void assertPlainTextIsNoted(
      ServerName server, MetricProcess process, AuditLines audit) throws Exception {
    long before = unknownCallers(process);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);

      assertThat(answer.length()).as("a TLS alert at most").isLessThanOrEqualTo(7);
    }
    cluster.await(() -> unknownCallers(process) > before);
    awaitNoted(audit);
  }

  /** Restarts the server, which logs an unauthenticated peer only once in 10 s. */
  private static void restartCompactionServer() throws Exception {
    cluster.stopCompactionServer();
    cluster.startCompactionServer(GROUP);
  }

  private static void awaitNoted(AuditLines audit) throws Exception {
    cluster.await(() -> !audit.all().isEmpty());
    assertThat(audit.all())
        .allMatch(line -> line.startsWith("Access denied for user unknown;"))
        .allMatch(line -> line.contains("127.0.0.1"));
  }

  private static void assertRefused(Configuration conf) throws Exception {
    try (RpcCaller member = new RpcCaller(cluster.conf())) {
      assertThat(heartbeat(member)).as("the cluster's own").isEqualTo(JobState.CANCELLED);
    }
    assertNoConnection(conf, MetricProcess.COMPACTION_SERVER, TlsIT::heartbeat);
  }

  @FunctionalInterface
  private interface Attempt {
    Object by(RpcCaller caller) throws IOException;
  }

  private static void assertNoConnection(Configuration conf, MetricProcess process, Attempt attempt)
      throws Exception {
    long before = unknownCallers(process);
    try (RpcCaller unauthenticated = new RpcCaller(conf)) {
      assertThatThrownBy(() -> attempt.by(unauthenticated))
          .isInstanceOf(IOException.class)
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\tat io.lighter"));
    }
    cluster.await(() -> unknownCallers(process) > before);
  }

  private static JobState heartbeat(RpcCaller caller) throws IOException {
    return RpcCaller.call(
            () ->
                caller
                    .compactionServer(cluster.compactionServer(), TIMEOUT)
                    .heartbeat(null, HEARTBEAT))
        .getState();
  }

  /** Creates a region with two files, all of whose blocks are cached. */
  private static HRegion createEncrypted() throws IOException {
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("encrypted"))
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setEncryptionType("AES")
                        .setBlocksize(4 << 10)
                        .build())
                .setValue(LighterOption.WARMUP_STRATEGY.key(), "incremental")
                .build());
    for (int file = 0; file < 2; file++) {
      for (int row = file; row < ROWS; row += file + 1) {
        Put put = new Put(CachedRows.row(row));
        region.put(put.addColumn(FAMILY, FAMILY, Bytes.toBytes(SECRET.repeat(10) + file)));
      }
      region.flush(true);
    }
    assertThat(Snapshots.visible(region)).isNotEmpty();
    return region;
  }

  private static void assertEncrypted(HRegion region) throws IOException {
    for (HStoreFile file : region.getStores().get(0).getStorefiles()) {
      FileSystem fs = file.getPath().getFileSystem(cluster.conf());
      byte[] raw = new byte[(int) fs.getFileStatus(file.getPath()).getLen()];
      try (FSDataInputStream in = fs.open(file.getPath())) {
        in.readFully(raw);
      }
      assertThat(raw.length).isGreaterThan(ROWS * SECRET.length());
      assertThat(new String(raw, US_ASCII)).doesNotContain(SECRET);
    }
  }

  private static void addKeys(Configuration site, String name) throws Exception {
    X509TestContext.newBuilder(site)
        .setTempDir(Files.createDirectory(folder.resolve(name)).toFile())
        .setKeyStorePassword("secret".toCharArray())
        .setTrustStorePassword("secret".toCharArray())
        .setKeyStoreKeyType(X509KeyType.EC)
        .setTrustStoreKeyType(X509KeyType.EC)
        .build()
        .setConfigurations(KeyStoreFileType.JKS, KeyStoreFileType.JKS);
    site.setBoolean(X509Util.HBASE_SERVER_NETTY_TLS_ENABLED, true);
    site.setBoolean(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, true);
    site.setBoolean(X509Util.HBASE_SERVER_NETTY_TLS_SUPPORTPLAINTEXT, false);
  }

  private static long unknownCallers(MetricProcess process) {
    return MetricRegistries.global()
        .get(process.registry())
        .flatMap(registry -> registry.get("unknownCallers"))
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }
}
