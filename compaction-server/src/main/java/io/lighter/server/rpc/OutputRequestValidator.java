// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.hdfs.LocalAddresses;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.cache.ResidentRows;
import io.lighter.server.job.RefusedException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;
import org.apache.hbase.thirdparty.com.google.common.net.InetAddresses;

/** Checks what a request says about the output: settings, places in HDFS, and resident rows. */
final class OutputRequestValidator {
  /** Bound on favoured nodes. HBase chooses three, and HDFS uses one for each replica at most. */
  private static final int MOST_FAVORED_NODES = 512;

  private OutputRequestValidator() {}

  /**
   * @throws RefusedException naming the first value that no region server would send
   */
  static void check(SubmitRequest request) throws RefusedException {
    if (request.hasFileSettings()) {
      try {
        HdfsFileSettings unused = HdfsFileSettings.of(request.getFileSettings());
      } catch (IllegalArgumentException e) {
        throw invalid("file_settings: " + StoreFileNames.quoted(e.getMessage()), e);
      }
    }
    try {
      ResidentRows unused = ResidentRows.of(request);
    } catch (IllegalArgumentException e) {
      throw invalid("resident: " + e.getMessage(), e);
    }
    requireFew("favored_node", request.getFavoredNodeCount(), MOST_FAVORED_NODES);
    try {
      List<InetSocketAddress> unused = favoredNodes(request);
    } catch (IllegalArgumentException e) {
      throw invalid("favored_node: " + StoreFileNames.quoted(e.getMessage()), e);
    }
    requireFew("region_server_address", request.getRegionServerAddressCount(), LocalAddresses.MOST);
    for (String address : request.getRegionServerAddressList()) {
      if (!InetAddresses.isInetAddress(address)) {
        throw new RefusedException(
            Refusal.INVALID, "no IP address: " + StoreFileNames.quoted(address));
      }
    }
  }

  /**
   * HBase's favoured nodes, as unresolved addresses.
   *
   * @throws IllegalArgumentException if one is not a host and a port
   */
  static List<InetSocketAddress> favoredNodes(SubmitRequest request) {
    return request.getFavoredNodeList().stream().map(OutputRequestValidator::address).toList();
  }

  private static InetSocketAddress address(String node) {
    HostAndPort address = HostAndPort.fromString(node);
    if (address.getHost().isBlank() || !address.hasPort()) {
      throw new IllegalArgumentException(node + ": expected HOST:PORT");
    }
    return InetSocketAddress.createUnresolved(address.getHost(), address.getPort());
  }

  private static void requireFew(String field, int count, int most) throws RefusedException {
    if (count > most) {
      throw new RefusedException(
          Refusal.INVALID, "%d times %s: expected %d at the most".formatted(count, field, most));
    }
  }

  private static RefusedException invalid(String message, Exception cause) {
    RefusedException refused = new RefusedException(Refusal.INVALID, message);
    refused.initCause(cause);
    return refused;
  }
}
