package io.lighter.manager;

/**
 * Passes news of ZooKeeper on to those who act on it, who are made after those who tell. Thread-
 * safe; blocks nobody if what it is given does not.
 *
 * <p>Compaction servers that come and go need new slot tables. They need no new reading of {@code
 * hbase:meta}: regions do not change with them, and a rolling restart would scan the catalogue
 * twice for each server.
 */
final class ClusterChanges {
  private volatile Runnable assign = ClusterChanges::nobody;
  private volatile Runnable readRegions = ClusterChanges::nobody;
  private volatile Runnable cleanDrains = ClusterChanges::nobody;

  /**
   * Called once, before anything that tells is started.
   *
   * @param assign computes the slot tables anew
   * @param readRegions reads {@code hbase:meta}
   * @param cleanDrains looks for drain marks of servers that are gone
   */
  void tell(Runnable assign, Runnable readRegions, Runnable cleanDrains) {
    this.assign = assign;
    this.readRegions = readRegions;
    this.cleanDrains = cleanDrains;
  }

  private static void nobody() {
    // News before tell() are of no use: whoever acts on them looks at everything first.
  }

  void leadershipChanged() {
    cleanDrains.run();
    assign.run();
    readRegions.run();
  }

  void drainingChanged() {
    cleanDrains.run();
    assign.run();
  }

  void membershipChanged() {
    cleanDrains.run();
    assign.run();
  }
}
