package io.lighter.regionserver.directory;

import io.lighter.regionserver.offload.RegionServerOffload;
import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;

/** What region servers know of compaction servers: they hear of them in their own time. */
public final class KnownServers {
  private static final String ANY_REGION = "0123456789abcdef0123456789abcdef";

  private KnownServers() {}

  /** Whether a region server would ask that compaction server for compactions of the group. */
  public static boolean has(RegionServerServices regionServer, String group, ServerName server)
      throws IOException {
    return RegionServerOffload.of(regionServer)
        .directory()
        .candidates(group, ANY_REGION)
        .contains(server);
  }
}
