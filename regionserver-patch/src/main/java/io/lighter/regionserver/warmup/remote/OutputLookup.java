// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import io.lighter.common.rpc.RpcCaller;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the compaction server and the job of an output that a secondary replica knows by a file
 * name only. Asks the servers that the primary replica would use for its next compaction, one after
 * the other, {@value #MOST_ASKED} at most. Immutable.
 */
public final class OutputLookup {
  /** As many as a compaction tries, and one more after a move of the region's slot. */
  static final int MOST_ASKED = 3;

  private static final Logger LOG = LoggerFactory.getLogger(OutputLookup.class);

  private final Servers servers;
  private final BiFunction<ServerName, Duration, CompactionServerService.BlockingInterface> stubs;
  private final Duration timeout;

  /** The compaction servers that may have the outputs of a region. */
  @FunctionalInterface
  public interface Servers {
    /**
     * Returns the servers, the most likely one first.
     *
     * @param region encoded name of the primary replica's region
     * @throws InterruptedIOException only if this thread was interrupted
     */
    List<ServerName> of(String region) throws InterruptedIOException;
  }

  /**
   * Creates a lookup without a call.
   *
   * @param stubs creates a stub with a timeout for each call
   * @param timeout time limit of one lookup, over all servers
   */
  public OutputLookup(
      Servers servers,
      BiFunction<ServerName, Duration, CompactionServerService.BlockingInterface> stubs,
      Duration timeout) {
    this.servers = servers;
    this.stubs = stubs;
    this.timeout = timeout;
  }

  /**
   * Finds an output, on the calling thread. A server that fails counts as one without the output.
   *
   * @param file a file of the output, as the primary replica names it
   * @param replica id of the replica that will fetch the output
   * @return empty if no asked server has the output
   * @throws InterruptedIOException only if this thread was interrupted
   */
  public Optional<RetainedOutput> find(StoreFileName file, int replica)
      throws InterruptedIOException {
    ListChunksRequest request = ListChunksRequest.newBuilder().setJobId("").setFind(file).build();
    Duration each = timeout.dividedBy(MOST_ASKED);
    for (ServerName server : servers.of(file.getRegion()).stream().limit(MOST_ASKED).toList()) {
      try {
        ListChunksResponse response =
            RpcCaller.call(() -> stubs.apply(server, each).listChunks(null, request));
        if (response.getKept() && response.hasJobId()) {
          return Optional.of(
              new RetainedOutput(new CompactionJobId(response.getJobId()), server, replica));
        }
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException | IllegalArgumentException e) { // the latter: an invalid job id
        LOG.info(
            "output not looked up: file={} server={} reason={}",
            file.getName(),
            server,
            e.toString());
      }
    }
    return Optional.empty();
  }
}
