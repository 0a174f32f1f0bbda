// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.zk;

import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.SecurityUtil;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.zookeeper.ZKAuthentication;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access rights to Lighter's znodes where ZooKeeper requires a log-in (SASL). HBase's service
 * users, its superusers and a znode's creator have all rights. All users may read, because clients
 * find the leader that way, except requests to warm ranges, which name rows. Over TLS the site's
 * ZooKeeper user is named instead of the creator, if the site has one: ZooKeeper counts a client's
 * certificate as an identity of the creator, and hosts may share a certificate. Immutable.
 *
 * <p>As with HBase's znodes, ZooKeeper must map principals to plain user names ({@code
 * kerberos.removeHostFromPrincipal} and {@code kerberos.removeRealmFromPrincipal}). ZooKeeper does
 * not know groups of superusers.
 */
public final class ZNodeAcls implements ACLProvider {
  private static final Logger LOG = LoggerFactory.getLogger(ZNodeAcls.class);
  private static final String SASL = "sasl";

  /** Prefix of a group's name in {@code hbase.superuser}. */
  private static final String GROUP = "@";

  private final String hidden;
  private final List<ACL> writers;
  private final List<ACL> writersAndReaders;

  private ZNodeAcls(String hidden, List<ACL> writers, List<ACL> writersAndReaders) {
    this.hidden = hidden;
    // Not List.copyOf, because ZooKeeper calls contains(null), which throws on such lists.
    this.writers = Collections.unmodifiableList(writers);
    this.writersAndReaders = Collections.unmodifiableList(writersAndReaders);
  }

  /** The rights for {@code conf}'s ZooKeeper: all rights for all users if no log-in is required. */
  static ZNodeAcls of(Configuration conf, LighterZNodes znodes) {
    if (!ZKAuthentication.isSecureZooKeeper(conf)) {
      return new ZNodeAcls(znodes.warmRequests(), Ids.OPEN_ACL_UNSAFE, Ids.OPEN_ACL_UNSAFE);
    }
    Set<String> users = new LinkedHashSet<>();
    for (String key :
        List.of(
            SecurityConstants.MASTER_KRB_PRINCIPAL, SecurityConstants.REGIONSERVER_KRB_PRINCIPAL)) {
      String principal = conf.getTrimmed(key, "");
      if (!principal.isEmpty()) {
        users.add(SecurityUtil.getUserFromPrincipal(principal));
      }
    }
    for (String superuser : conf.getTrimmedStrings(Superusers.SUPERUSER_CONF_KEY)) {
      if (!superuser.startsWith(GROUP)) {
        users.add(superuser);
      }
    }
    List<ACL> writers = new ArrayList<>();
    String own = conf.getTrimmed(HConstants.ZK_CLIENT_KERBEROS_PRINCIPAL, "");
    if (CuratorClients.usesTls(conf) && !own.isEmpty()) {
      // A creator is also known by the certificate, which other users may share.
      users.add(SecurityUtil.getUserFromPrincipal(own));
    } else {
      writers.addAll(Ids.CREATOR_ALL_ACL);
    }
    users.forEach(user -> writers.add(new ACL(Perms.ALL, new Id(SASL, user))));
    List<ACL> writersAndReaders = new ArrayList<>(writers);
    writersAndReaders.addAll(Ids.READ_ACL_UNSAFE);
    return new ZNodeAcls(znodes.warmRequests(), writers, writersAndReaders);
  }

  @Override
  public List<ACL> getDefaultAcl() {
    return writers;
  }

  @Override
  public List<ACL> getAclForPath(String path) {
    return path.startsWith(hidden) ? writers : writersAndReaders;
  }

  /**
   * Removes foreign rights from existing znodes: those of a version that gave rights to all users,
   * or of a time before ZooKeeper required a log-in. Does nothing if ZooKeeper requires no log-in.
   *
   * @throws IOException if ZooKeeper fails
   */
  public static void close(CuratorFramework zooKeeper, Configuration conf, LighterZNodes znodes)
      throws IOException {
    if (!ZKAuthentication.isSecureZooKeeper(conf)) {
      return;
    }
    try {
      of(conf, znodes).close(zooKeeper, znodes.root());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at " + znodes.root(), e);
    } catch (Exception e) { // what Curator declares
      throw new IOException("cannot set who may write to " + znodes.root(), e);
    }
  }

  private void close(CuratorFramework zooKeeper, String path) throws Exception {
    try {
      List<ACL> ours = getAclForPath(path);
      if (!ours.containsAll(zooKeeper.getACL().forPath(path))) {
        Object unused = zooKeeper.setACL().withACL(ours).forPath(path);
        LOG.warn("removed foreign rights path={}", path);
      }
      for (String child : zooKeeper.getChildren().forPath(path)) {
        close(zooKeeper, path + '/' + child);
      }
    } catch (KeeperException.NoNodeException e) {
      return; // the owner no longer exists
    } catch (KeeperException.NoAuthException e) {
      LOG.error("znode of another user, only ZooKeeper's superuser can delete it path={}", path, e);
    }
  }

  /** A readable exception for a ZooKeeper failure, if this user lacks the right. */
  public static Optional<IOException> denied(String path, Exception e) {
    boolean denied =
        e instanceof KeeperException.NoAuthException
            || e instanceof KeeperException.InvalidACLException; // no authenticated user
    return denied
        ? Optional.of(
            (IOException)
                new AccessDeniedException(
                        "ZooKeeper refuses to change "
                            + path
                            + ": only the users in "
                            + Superusers.SUPERUSER_CONF_KEY
                            + " and HBase's own may")
                    .initCause(e))
        : Optional.empty();
  }
}
