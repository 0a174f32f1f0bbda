// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.ZooKeeperFailure;
import java.io.IOException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups' slot tables in ZooKeeper. Stateless; thread-safe.
 *
 * <p>A write is one transaction with two conditions: the writer still leads (its fence exists), and
 * the table is unchanged since the read (the version is the same). So a manager that resumes after
 * a pause cannot undo the writes of its successor.
 */
public final class AssignmentStore {
  private static final Logger LOG = LoggerFactory.getLogger(AssignmentStore.class);
  private static final int ABSENT = -1;

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;

  public AssignmentStore(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * A table from ZooKeeper.
   *
   * @param version version of the znode; -1: there is none
   * @param readable false if the znode has other content, with an empty {@code table}
   */
  public record Stored(SlotTable table, int version, boolean readable) {}

  /**
   * Returns the groups that have a table.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public List<String> groups() throws IOException {
    try {
      return List.copyOf(zooKeeper.getChildren().forPath(znodes.assignments()));
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot list " + znodes.assignments(), e);
    }
  }

  /**
   * Reads a group's table; one that is absent or unreadable is empty.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public Stored read(String group) throws IOException {
    Stat stat = new Stat();
    byte[] data;
    try {
      data = zooKeeper.getData().storingStatIn(stat).forPath(znodes.assignment(group));
    } catch (KeeperException.NoNodeException e) {
      return new Stored(SlotTable.EMPTY, ABSENT, true);
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read " + znodes.assignment(group), e);
    }
    try {
      return new Stored(SlotTable.parse(data), stat.getVersion(), true);
    } catch (IOException e) {
      LOG.warn("slot table unreadable, replaced by next pass path={}", znodes.assignment(group), e);
      return new Stored(SlotTable.EMPTY, stat.getVersion(), false);
    }
  }

  /**
   * Writes {@code table} unless another process wrote after {@code before} was read, or the writer
   * does not lead any more.
   *
   * @param fence see {@link Leadership#fence}
   * @return whether the table was written; if not, the caller reads it again
   * @throws IOException if ZooKeeper does not answer; the table may have been written or not
   */
  public boolean write(String group, Stored before, SlotTable table, String fence)
      throws IOException {
    String path = znodes.assignment(group);
    try {
      CuratorOp leads = zooKeeper.transactionOp().check().forPath(fence);
      CuratorOp put =
          before.version() == ABSENT
              ? zooKeeper.transactionOp().create().forPath(path, table.toBytes())
              : zooKeeper
                  .transactionOp()
                  .setData()
                  .withVersion(before.version())
                  .forPath(path, table.toBytes());
      zooKeeper.transaction().forOperations(leads, put);
      return true;
    } catch (KeeperException.NoNodeException
        | KeeperException.NodeExistsException
        | KeeperException.BadVersionException e) {
      LOG.info("slot table not written path={} reason=\"{}\"", path, e.getMessage());
      if (e instanceof KeeperException.NoNodeException) {
        createParent();
      }
      return false;
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot write " + path, e);
    }
  }

  /** Creates the parent again, which an operator may have deleted under a running manager. */
  private void createParent() throws IOException {
    try {
      zooKeeper.create().creatingParentsIfNeeded().forPath(znodes.assignments(), new byte[0]);
      LOG.warn("slot tables' parent znode was missing path={}", znodes.assignments());
    } catch (KeeperException.NodeExistsException e) {
      LOG.debug("slot tables' parent znode exists path={}", znodes.assignments(), e);
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot create " + znodes.assignments(), e);
    }
  }
}
