// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/**
 * Compaction servers that left without having been drained, for {@link #REMEMBERED}, or until one
 * returns at the same host and port. A server that ends by itself marks itself as draining before.
 * Confined to the monitor's thread.
 */
final class LostServers {
  static final Duration REMEMBERED = Duration.ofMinutes(10);

  /** Bound on lost servers; more at a time are one event, which another alert shows. */
  private static final int MAX = 100;

  private final Map<ServerName, Boolean> drainingByServer = new HashMap<>();
  private final Map<ServerName, Long> goneAtMs =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ServerName, Long> eldest) {
          return size() > MAX;
        }
      };

  void add(Snapshot snapshot) {
    Map<ServerName, Boolean> now = servers(snapshot.status());
    drainingByServer.forEach(
        (server, draining) -> {
          if (!draining && !now.containsKey(server)) {
            goneAtMs.put(server, snapshot.timeMs());
          }
        });
    drainingByServer.clear();
    drainingByServer.putAll(now);
    List<Address> live = now.keySet().stream().map(ServerName::getAddress).toList();
    goneAtMs
        .entrySet()
        .removeIf(
            gone ->
                live.contains(gone.getKey().getAddress())
                    || snapshot.draining().contains(gone.getKey())
                    || snapshot.timeMs() - gone.getValue() >= REMEMBERED.toMillis());
  }

  /** Names of the servers, the earliest departure first. */
  List<String> recent() {
    List<String> names = new ArrayList<>();
    goneAtMs.keySet().forEach(server -> names.add(server.getServerName()));
    return names;
  }

  void clear() {
    drainingByServer.clear();
    goneAtMs.clear();
  }

  private static Map<ServerName, Boolean> servers(StatusResponse status) {
    Map<ServerName, Boolean> servers = new HashMap<>();
    for (ServerStatus server : status.getServerList()) {
      boolean draining = server.getReport().getDraining();
      ServerNames.parse(server.getReport().getServer())
          .ifPresent(name -> servers.put(name, draining));
    }
    for (String silent : status.getSilentServerList()) {
      ServerNames.parse(silent).ifPresent(name -> servers.put(name, false));
    }
    return servers;
  }
}
