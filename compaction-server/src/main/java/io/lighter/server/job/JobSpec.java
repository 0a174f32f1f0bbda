package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobPaths;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A request that has been checked: what it names exists, and no name in it is a path. Immutable.
 *
 * @param request as it came
 * @param regionServerTime the clock that decides what has expired; none: this machine's
 * @param tableDir the table's folder, derived by this server
 * @param regionTempDir the region's {@code .tmp}, derived by this server
 * @param inputBytes sum of the inputs' lengths; above zero
 * @param dataNodes host names of the DataNodes that will mostly be read from; none when the input
 *     is too scattered to say
 * @param favoredNodes the DataNodes that shall have replicas of the output, as of what the region
 *     server writes itself: those that HBase has chosen for the region, else the one on the region
 *     server's machine; none if no such DataNode is known. Not resolved
 */
public record JobSpec(
    CompactionJobId id,
    SubmitRequest request,
    Optional<RegionServerTime> regionServerTime,
    TableDescriptor table,
    ColumnFamilyDescriptor family,
    RegionInfo region,
    Path tableDir,
    Path regionTempDir,
    long inputBytes,
    List<String> dataNodes,
    List<InetSocketAddress> favoredNodes) {

  /** Copies what could be changed. */
  public JobSpec {
    dataNodes = List.copyOf(dataNodes);
    favoredNodes = List.copyOf(favoredNodes);
  }

  /** The folder that holds all this job writes. */
  public Path folder() {
    return JobPaths.jobDir(regionTempDir, id);
  }

  /** What is compacted, for logs. */
  public String subject() {
    return table.getTableName() + "/" + region.getEncodedName() + "/" + family.getNameAsString();
  }
}
