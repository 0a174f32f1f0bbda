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
 * The groups' slot tables in ZooKeeper. Keeps nothing; thread-safe.
 *
 * <p>A write is one transaction: the writer still leads (its fence exists), and nobody wrote since
 * the table was read (the version is the same). So a manager that was paused, and wakes up after
 * another one took over, cannot undo what that one did.
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
   * A table as it was read.
   *
   * @param version of the znode; -1: there is none
   * @param readable false: the znode held something else, and {@code table} is empty
   */
  public record Stored(SlotTable table, int version, boolean readable) {}

  /**
   * The groups that have a table.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public List<String> groups() throws IOException {
    try {
      return List.copyOf(zooKeeper.getChildren().forPath(znodes.assignments()));
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) { // Curator declares no narrower one
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
    } catch (Exception e) { // Curator declares no narrower one
      throw ZooKeeperFailure.of("cannot read " + znodes.assignment(group), e);
    }
    try {
      return new Stored(SlotTable.parse(data), stat.getVersion(), true);
    } catch (IOException e) {
      LOG.warn("{} is unreadable and will be replaced", znodes.assignment(group), e);
      return new Stored(SlotTable.EMPTY, stat.getVersion(), false);
    }
  }

  /**
   * Writes {@code table} unless somebody wrote after {@code before} was read, or the writer does
   * not lead any more.
   *
   * @param fence see {@link Leadership#fence}
   * @return whether it was written; if not, read again
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
      LOG.info("{} was not written: {}", path, e.getMessage());
      if (e instanceof KeeperException.NoNodeException) {
        createParent();
      }
      return false;
    } catch (Exception e) { // Curator declares no narrower one
      throw ZooKeeperFailure.of("cannot write " + path, e);
    }
  }

  /** Whoever cleans HBase's znodes by hand may have deleted it under a manager that runs on. */
  private void createParent() throws IOException {
    try {
      zooKeeper.create().creatingParentsIfNeeded().forPath(znodes.assignments(), new byte[0]);
      LOG.warn("{} was gone", znodes.assignments());
    } catch (KeeperException.NodeExistsException e) {
      LOG.debug("{} is there", znodes.assignments(), e);
    } catch (Exception e) { // Curator declares no narrower one
      throw ZooKeeperFailure.of("cannot create " + znodes.assignments(), e);
    }
  }
}
