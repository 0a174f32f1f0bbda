// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.s3.Injection;
import io.lighter.testing.s3.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The object store of a cluster: an S3 server on the loopback interface with one bucket in memory,
 * and how HBase uses it. Immutable.
 *
 * @param port port of the server
 * @param injection latency and faults of the server from its start on
 * @param seed seed of the draws that decide which requests meet a fault
 */
record ObjectStore(int port, Injection injection, long seed) {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStore.class);
  private static final String BUCKET = "lighter";
  private static final int TIMEOUT_MS = 2_000;

  /** With so small parts, most store files are uploaded in several parts, which S3A allows. */
  private static final String PART_BYTES = "5M";

  /** Archived files are copies in the server's memory, so they are deleted soon. */
  private static final String ARCHIVED_MS = "30000";

  /** A store on a free port. */
  static ObjectStore onLoopback(Injection injection, long seed) throws IOException {
    try (ServerSocket socket = ServiceAddresses.openAnywhere()) {
      return new ObjectStore(socket.getLocalPort(), injection, seed);
    }
  }

  /** Arguments of the server. */
  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(List.of(BUCKET, Integer.toString(port), Long.toString(seed)));
    arguments.addAll(injection.arguments());
    return arguments;
  }

  /** Whether the server accepts connections. */
  boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
      return true;
    } catch (IOException e) {
      LOG.debug("S3 server does not answer port={}", port, e);
      return false;
    }
  }

  /**
   * The properties of {@code hbase-site.xml} for all processes and clients.
   *
   * @param buffers folder for parts of objects that are being written
   */
  Map<String, String> site(Path buffers) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(HConstants.HBASE_DIR, "s3a://" + BUCKET + "/hbase");
    site.put(StoreFileTrackerFactory.TRACKER_IMPL, StoreFileTrackerFactory.Trackers.FILE.name());
    site.put("hbase.master.hfilecleaner.ttl", ARCHIVED_MS);
    site.put("hbase.master.cleaner.interval", ARCHIVED_MS);
    site.put("fs.s3a.endpoint", "http://127.0.0.1:" + port);
    site.put("fs.s3a.endpoint.region", "us-east-1");
    site.put("fs.s3a.path.style.access", "true");
    site.put("fs.s3a.connection.ssl.enabled", "false");
    site.put("fs.s3a.access.key", S3Server.KEY);
    site.put("fs.s3a.secret.key", S3Server.KEY);
    site.put("fs.s3a.multipart.size", PART_BYTES);
    site.put("fs.s3a.buffer.dir", buffers.toString());
    return site;
  }
}
