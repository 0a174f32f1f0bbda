package io.lighter.cli.install;

/** What runs on the host that is checked. */
public enum HostRole {
  /** A region server or master: it needs the plug-in. */
  hbase,
  /**
   * A manager or compaction server: it needs the jars of HBase, and the region servers' settings.
   */
  lighter
}
