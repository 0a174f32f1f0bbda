// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.assembly.Launcher.Launched;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.manager.CompactionManager;
import io.lighter.service.zk.CuratorClients;
import io.lighter.service.zk.DrainNodes;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.fixtures.CliRun;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code bin/lighter} with a manager and a ZooKeeper that require Kerberos, the latter over
 * TLS only: as a user with a keytab, as an administrator with a ticket cache, and without a log-in.
 */
@Tag("own-jvm")
class KerberosCommandsIT {
  private static final ServerName SERVER = ServerName.valueOf("localhost", 16040, 1);
  private static final int SESSION_MS = 30_000;
  private static final String JOB = "cj-0123456789abcdef0123";

  private static Path folder;
  private static File keytab;
  private static MiniKdc kdc;
  private static TlsZooKeeper zooKeeper;
  private static Configuration site;
  private static CompactionManager manager;

  /** A user who gave herself rights while ZooKeeper did not require a log-in. */
  private static final Id EVE = new Id("ip", "192.0.2.7");

  private static CuratorFramework client;
  private static LighterZNodes znodes;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    keytab = folder.resolve("keytab").toFile();
    kdc = new MiniKdc(MiniKdc.createConf(), folder.resolve("kdc").toFile());
    kdc.start();
    kdc.createPrincipal(keytab, "hbase/localhost", "zookeeper/localhost", "ada", "eve");
    startZooKeeper();
    site = site();
    makeOpenZNodes();
    UserGroupInformation.setConfiguration(site);
    Configuration conf = CliRun.conf();
    site.forEach(entry -> conf.set(entry.getKey(), entry.getValue()));
    manager = CompactionManager.start(conf);
    Await.until("a leader", Duration.ofMinutes(1), manager::isLeader);
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    client = CuratorClients.connect(conf, lighter);
    znodes = LighterZNodes.of(conf, lighter);
    client
        .create()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(znodes.server(SERVER), ServerRegistration.getDefaultInstance().toByteArray());
  }

  @AfterAll
  static void stop() throws Exception {
    if (client != null) {
      client.close();
    }
    if (manager != null) {
      manager.close();
    }
    if (zooKeeper != null) {
      zooKeeper.close();
    }
    kdc.stop();
    javax.security.auth.login.Configuration.setConfiguration(null);
    UserGroupInformation.reset();
  }

  @Test
  void userWithAKeytabReadsTheStatusButCannotChangeAnything() throws Exception {
    Launched status = asEve("status");
    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out()).contains(manager.serverName().getAddress().toString());

    assertRefused(asEve("server", "drain", "localhost:16040"), "ZooKeeper refuses to change");
    assertRefused(asEve("switch", "off"), "ZooKeeper refuses to change");
    assertRefused(asEve("queue", "cancel", JOB), "user 'eve' may not cancel jobs");

    assertThat(new DrainNodes(client, znodes).list()).isEmpty();
    assertThat(client.checkExists().forPath(znodes.offloadSwitch())).isNull();
  }

  @Test
  void administratorWithATicketCacheDrains() throws Exception {
    Path tickets = folder.resolve("tickets");
    KrbClient kerberos = new KrbClient(kdc.getKrb5conf().getParentFile());
    kerberos.init();
    kerberos.storeTicket(kerberos.requestTgt("ada@" + kdc.getRealm(), keytab), tickets.toFile());
    Map<String, String> environment = Map.of("KRB5CCNAME", tickets.toString());

    Launched drain = launch(Map.of(), environment, "server", "drain", "localhost:16040");

    assertThat(drain.exitCode()).as(drain.err()).isZero();
    DrainNodes drains = new DrainNodes(client, znodes);
    assertThat(drains.list()).isEqualTo(Set.of(SERVER));
    assertThat(client.getACL().forPath(znodes.draining(SERVER)))
        .as("HBase's own user may end what an administrator began")
        .anyMatch(acl -> acl.getId().getId().equals("hbase") && acl.getPerms() == Perms.ALL)
        .filteredOn(acl -> acl.getId().equals(Ids.ANYONE_ID_UNSAFE))
        .singleElement()
        .matches(acl -> acl.getPerms() == Perms.READ);
    assertThat(drains.undrain(SERVER)).isTrue();
  }

  @Test
  void missingTicketIsReported() throws Exception {
    Launched run =
        launch(Map.of(), Map.of("KRB5CCNAME", folder.resolve("none").toString()), "status");

    assertRefused(run, "no Kerberos ticket: run kinit");
  }

  @Test
  void unauthenticatedZooKeeperClientCannotWriteOrReadWarmRequests() throws Exception {
    client.create().orSetData().forPath(znodes.warmRequests());
    ZooKeeper unauthenticated = withoutLogIn();
    try {
      assertThat(unauthenticated.getChildren(znodes.servers(), false))
          .contains(SERVER.getServerName());
      assertThatThrownBy(() -> unauthenticated.getChildren(znodes.warmRequests(), false))
          .isInstanceOf(NoAuthException.class);
      for (String path :
          List.of(
              znodes.offloadSwitch(),
              znodes.server(ServerName.valueOf("evil", 1, 1)),
              znodes.draining(SERVER),
              znodes.warmRequest("w-1"))) {
        assertThatThrownBy(
                () ->
                    unauthenticated.create(
                        path, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT))
            .as(path)
            .isInstanceOf(NoAuthException.class);
      }
      assertThatThrownBy(() -> unauthenticated.delete(znodes.server(SERVER), -1))
          .isInstanceOf(NoAuthException.class);
    } finally {
      unauthenticated.close();
    }
  }

  @Test
  void managerRemovesForeignRightsFromOldZNodes() throws Exception {
    for (String path : List.of(znodes.root(), znodes.servers(), znodes.draining())) {
      assertThat(client.getACL().forPath(path))
          .as(path)
          .anyMatch(acl -> acl.getId().getId().equals("ada") && acl.getPerms() == Perms.ALL)
          .noneMatch(acl -> acl.getId().equals(EVE))
          .filteredOn(acl -> acl.getId().equals(Ids.ANYONE_ID_UNSAFE))
          .singleElement()
          .matches(acl -> acl.getPerms() == Perms.READ);
    }
  }

  private static void assertRefused(Launched run, String message) {
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(line -> line.startsWith("lighter: ")))
        .singleElement()
        .asString()
        .contains(message);
    assertThat(run.err()).doesNotContain("\tat ");
  }

  private static Launched asEve(String... command) throws Exception {
    return launch(
        Map.of(
            "hbase.client.keytab.file",
            keytab.toString(),
            "hbase.client.keytab.principal",
            "eve@" + kdc.getRealm()),
        Map.of(),
        command);
  }

  private static Launched launch(
      Map<String, String> options, Map<String, String> environment, String... command)
      throws Exception {
    Path confDir = Files.createTempDirectory(folder, "conf");
    Configuration all = new Configuration(site);
    options.forEach(all::set);
    for (String name : new String[] {"hbase-site.xml", "core-site.xml"}) {
      try (OutputStream out = Files.newOutputStream(confDir.resolve(name))) {
        all.writeXml(out);
      }
    }
    ProcessBuilder builder = Launcher.builder(confDir, command);
    builder.environment().put("LIGHTER_BUILD", "never");
    builder.environment().put("LIGHTER_LOG_LEVEL", "ERROR");
    builder.environment().put("LIGHTER_OPTS", "-Djava.security.krb5.conf=" + kdc.getKrb5conf());
    builder.environment().putAll(environment);
    return Launcher.run(builder, confDir);
  }

  private static void startZooKeeper() throws Exception {
    Path server = Files.createDirectory(folder.resolve("zookeeper"));
    Path jaas = server.resolve("jaas.conf");
    Files.writeString(
        jaas,
        """
        Server {
          com.sun.security.auth.module.Krb5LoginModule required
          useKeyTab=true storeKey=true keyTab="%s" principal="zookeeper/localhost";
        };
        """
            .formatted(keytab));
    zooKeeper =
        TlsZooKeeper.start(
            server,
            List.of(
                "-Djava.security.auth.login.config=" + jaas,
                "-Djava.security.krb5.conf=" + kdc.getKrb5conf(),
                "-Dzookeeper.kerberos.removeHostFromPrincipal=true",
                "-Dzookeeper.kerberos.removeRealmFromPrincipal=true",
                "-Dzookeeper.authProvider.1="
                    + "org.apache.zookeeper.server.auth.SASLAuthenticationProvider"));
  }

  /** Creates znodes as they were before the cluster was secured. */
  private static void makeOpenZNodes() throws Exception {
    LighterZNodes open = LighterZNodes.of(site, LighterConfiguration.of(site));
    ZooKeeper anybody = withoutLogIn();
    try {
      for (String path : List.of("/hbase", open.root(), open.servers())) {
        String unused =
            anybody.create(path, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      }
      List<ACL> withARightForEve =
          Arrays.asList( // not List.of: ZooKeeper calls contains(null)
              new ACL(Perms.ALL, new Id("sasl", "hbase")),
              new ACL(Perms.READ, Ids.ANYONE_ID_UNSAFE),
              new ACL(Perms.ALL, EVE));
      String unusedPath =
          anybody.create(open.draining(), new byte[0], withARightForEve, CreateMode.PERSISTENT);
    } finally {
      anybody.close();
    }
  }

  private static ZooKeeper withoutLogIn() throws IOException {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    zooKeeper
        .clientProperties()
        .forEach((key, value) -> config.setProperty("zookeeper." + key, value));
    return new ZooKeeper(zooKeeper.address(), SESSION_MS, event -> {}, config);
  }

  private static Configuration site() {
    String principal = "hbase/localhost@" + kdc.getRealm();
    Configuration conf = new Configuration(false);
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set("hbase.security.authentication", "kerberos");
    conf.set("hbase.master.kerberos.principal", principal);
    conf.set("hbase.master.keytab.file", keytab.toString());
    conf.set("hbase.regionserver.kerberos.principal", principal);
    conf.set("hbase.zookeeper.client.kerberos.principal", principal);
    conf.set("hbase.zookeeper.client.keytab.file", keytab.toString());
    conf.set("hbase.superuser", "ada");
    zooKeeper.setIn(conf);
    conf.set("hbase.client.retries.number", "1");
    conf.set("lighter.manager.bind.address", "127.0.0.1");
    conf.set("lighter.manager.hostname", "localhost");
    conf.set("lighter.manager.port", "0");
    conf.set("lighter.zookeeper.session.timeout", "40s"); // znodes of tests remain
    conf.set("lighter.manager.info.port", "-1");
    return conf;
  }
}
