// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

/** The role of the checked host. */
public enum HostRole {
  /** A region server or master, which needs the plug-in. */
  hbase,
  /** A manager or compaction server, which needs HBase's jars and the region servers' settings. */
  lighter
}
