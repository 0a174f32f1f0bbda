// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.rpc;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import java.time.Duration;
import org.apache.hadoop.hbase.protobuf.generated.AuthenticationProtos.TokenIdentifier.Kind;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.SecurityInfo;

/** The version of the wire protocol, and the principals behind the services. */
public final class Protocol {
  /** The newest version that this build speaks. */
  public static final int VERSION = 3;

  /**
   * {@code SubmitRequest.protocol_version} of a request that servers of this and later versions
   * carry out correctly.
   */
  public static final int PLAIN_VERSION = 1;

  /**
   * {@code SubmitRequest.protocol_version} of a request with {@code visibility_labels}: an older
   * server would ignore the field, and drop cells that a delete marker with other labels covers.
   */
  public static final int LABELS_VERSION = 2;

  /**
   * {@code SubmitRequest.protocol_version} of a request with {@code in_family_folder}: an older
   * server would write elsewhere, and delete an output that the region server may have committed.
   */
  public static final int FAMILY_FOLDER_VERSION = 3;

  /** The oldest version of requests that this build's compaction server accepts. */
  public static final int OLDEST_VERSION = 1;

  /**
   * The longest time without a heartbeat after which a compaction server still considers a region
   * server alive, whatever lease a request asks for. Otherwise a table's settings would decide for
   * how long a dead server's jobs keep their places.
   */
  public static final Duration LONGEST_LEASE = Duration.ofMinutes(5);

  /**
   * The longest time for which a compaction server goes on with a job after its lease has ended,
   * whatever grace a request asks for, for the same reason.
   */
  public static final Duration LONGEST_GRACE = Duration.ofHours(1);

  /** Maximum number of tables in a {@code RegionServerReport}. */
  public static final int MOST_TABLES_REPORTED = 100;

  /** Maximum number of tables whose stores a manager asks for at a time. */
  public static final int MOST_TABLES_ASKED = 8;

  /** Maximum number of stores in a {@code RegionServerReport}. */
  public static final int MOST_STORES_REPORTED = 500;

  /** Maximum number of files of all stores in a {@code RegionServerReport}. */
  public static final int MOST_FILES_REPORTED = 5_000;

  /** Maximum number of bytes of a row key in a {@code RegionServerReport}; a prefix is reported. */
  public static final int MOST_ROW_BYTES_REPORTED = 48;

  private Protocol() {}

  /**
   * Tells HBase's RPC client the principal of the servers. Without it a Kerberised client refuses
   * to call an unknown service. Idempotent.
   */
  public static void registerSecurity() {
    SecurityInfo.addInfo(
        CompactionServerService.getDescriptor().getName(),
        new SecurityInfo(SecurityConstants.REGIONSERVER_KRB_PRINCIPAL, Kind.HBASE_AUTH_TOKEN));
    SecurityInfo.addInfo(
        CompactionManagerService.getDescriptor().getName(),
        new SecurityInfo(SecurityConstants.MASTER_KRB_PRINCIPAL, Kind.HBASE_AUTH_TOKEN));
  }

  /** Whether a compaction server of this build accepts requests of a version. */
  public static boolean takes(int version) {
    return OLDEST_VERSION <= version && version <= VERSION;
  }
}
