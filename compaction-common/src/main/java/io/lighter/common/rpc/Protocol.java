package io.lighter.common.rpc;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import java.util.Optional;
import org.apache.hadoop.hbase.protobuf.generated.AuthenticationProtos.TokenIdentifier.Kind;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.SecurityInfo;
import org.apache.hadoop.hbase.util.VersionInfo;

/** The version of the wire protocol, of HBase, and the principals behind the services. */
public final class Protocol {
  /** What this build speaks: {@code SubmitRequest.protocol_version}. */
  public static final int VERSION = 1;

  /** The oldest version that this build's compaction server still takes requests of. */
  public static final int OLDEST_VERSION = 1;

  /** The line of HBase releases that this build runs with. */
  private static final String HBASE_LINE = "2.6.";

  private Protocol() {}

  /**
   * Tells HBase's RPC client which principal the servers run as; without it a Kerberised client
   * refuses to talk to an unknown service. Idempotent.
   */
  static void registerSecurity() {
    SecurityInfo.addInfo(
        CompactionServerService.getDescriptor().getName(),
        new SecurityInfo(SecurityConstants.REGIONSERVER_KRB_PRINCIPAL, Kind.HBASE_AUTH_TOKEN));
    SecurityInfo.addInfo(
        CompactionManagerService.getDescriptor().getName(),
        new SecurityInfo(SecurityConstants.MASTER_KRB_PRINCIPAL, Kind.HBASE_AUTH_TOKEN));
  }

  /** Whether a compaction server of this build takes requests of a version. */
  public static boolean takes(int version) {
    return OLDEST_VERSION <= version && version <= VERSION;
  }

  /** What is wrong with the HBase on the class path; empty when it can be used. */
  public static Optional<String> hbaseVersionProblem() {
    return hbaseVersionProblem(VersionInfo.getVersion());
  }

  /** What is wrong with an HBase of this version; empty when it can be used. */
  public static Optional<String> hbaseVersionProblem(String version) {
    return version.startsWith(HBASE_LINE)
        ? Optional.empty()
        : Optional.of(
            "HBase " + version + " is on the class path; Lighter needs HBase " + HBASE_LINE + "x");
  }
}
