// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.zk;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.zk.LighterZNodes;
import org.apache.hadoop.conf.Configuration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;

class ZNodeAclsTest {
  private final LighterZNodes znodes = new LighterZNodes("/hbase/lighter");

  @Test
  void withoutSecurityAllUsersHaveAllRights() {
    ZNodeAcls acls = ZNodeAcls.of(new Configuration(false), znodes);

    assertThat(acls.getAclForPath(znodes.offloadSwitch())).isEqualTo(Ids.OPEN_ACL_UNSAFE);
    assertThat(acls.getAclForPath(znodes.warmRequests())).isEqualTo(Ids.OPEN_ACL_UNSAFE);
  }

  @Test
  void serviceUsersSuperusersAndCreatorWriteAndAllUsersRead() {
    assertThat(ZNodeAcls.of(secure(), znodes).getAclForPath(znodes.offloadSwitch()))
        .containsExactlyInAnyOrder(
            Ids.CREATOR_ALL_ACL.get(0),
            all("hbase"),
            all("regions"),
            all("ada"),
            Ids.READ_ACL_UNSAFE.get(0));
  }

  @Test
  void overTlsTheCreatorsCertificateGivesNoRights() {
    Configuration conf = secure();
    conf.set("hbase.zookeeper.client.kerberos.principal", "keeper/_HOST@EXAMPLE.COM");
    for (String prefix : new String[] {"", "zookeeper."}) { // the latter is HBase 2.6.1's
      String key = "hbase.zookeeper.property." + prefix;
      conf.set(key + "client.secure", "true");
      conf.set(key + "clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
    }

    assertThat(ZNodeAcls.of(conf, znodes).getDefaultAcl())
        .containsExactlyInAnyOrder(all("hbase"), all("regions"), all("ada"), all("keeper"));

    conf.unset("hbase.zookeeper.client.kerberos.principal"); // a JAAS file, which is not read here
    conf.set("hbase.zookeeper.server.kerberos.principal", "zookeeper/_HOST@EXAMPLE.COM");
    assertThat(ZNodeAcls.of(conf, znodes).getDefaultAcl()).contains(Ids.CREATOR_ALL_ACL.get(0));
  }

  @Test
  void warmRequestsAreNotReadableByAllUsers() {
    ZNodeAcls acls = ZNodeAcls.of(secure(), znodes);

    for (String path : new String[] {znodes.warmRequests(), znodes.warmRequest("w-1")}) {
      assertThat(acls.getAclForPath(path))
          .contains(all("ada"))
          .extracting(ACL::getId)
          .doesNotContain(Ids.ANYONE_ID_UNSAFE);
    }
    assertThat(acls.getDefaultAcl()).extracting(ACL::getId).doesNotContain(Ids.ANYONE_ID_UNSAFE);
  }

  @Test
  void onlyAuthorisationErrorsAreReportedAsDenied() {
    assertThat(ZNodeAcls.denied("/a", new KeeperException.NoAuthException()))
        .hasValueSatisfying(
            e -> assertThat(e).hasMessageContaining("ZooKeeper refuses to change /a"));
    assertThat(ZNodeAcls.denied("/a", new KeeperException.InvalidACLException())).isPresent();
    assertThat(ZNodeAcls.denied("/a", new KeeperException.ConnectionLossException())).isEmpty();
  }

  private static Configuration secure() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.security.authentication", "kerberos");
    conf.set("hbase.zookeeper.client.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    conf.set("hbase.master.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    conf.set("hbase.regionserver.kerberos.principal", "regions/_HOST@EXAMPLE.COM");
    conf.set("hbase.superuser", "ada, @operators");
    return conf;
  }

  private static ACL all(String user) {
    return new ACL(Perms.ALL, new Id("sasl", user));
  }
}
