// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import io.lighter.regionserver.offload.RegionServerOffload;
import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;

/** Compaction servers that region servers know, which they learn of with a delay. */
public final class KnownServers {
  private static final String ANY_REGION = "0123456789abcdef0123456789abcdef";

  private KnownServers() {}

  /** Whether a region server would try that compaction server for compactions of the group. */
  public static boolean has(RegionServerServices regionServer, String group, ServerName server)
      throws IOException {
    return RegionServerOffload.of(regionServer)
        .directory()
        .candidates(group, ANY_REGION)
        .contains(server);
  }
}
