// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.manager.web.Leader;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/** The winner of the election, and its dashboard. Thread-safe. */
public final class ElectedLeader implements Leader {
  private final Leadership leadership;
  private final ManagerDirectory directory;

  public ElectedLeader(Leadership leadership, ManagerDirectory directory) {
    this.leadership = leadership;
    this.directory = directory;
  }

  @Override
  public boolean isSelf() {
    return leadership.isLeader();
  }

  @Override
  public boolean isKnown() {
    return leadership.isConnected();
  }

  @Override
  public Optional<String> dashboard() throws IOException {
    Optional<ServerName> leader = elsewhere();
    return leader.isEmpty() ? Optional.empty() : directory.dashboardOf(leader.get());
  }

  @Override
  public Optional<String> other() throws IOException {
    return elsewhere().map(ServerName::getServerName);
  }

  /**
   * Another leader. Empty while this manager has not noticed its own leadership, or while the
   * leader is this process's predecessor, whose session has not ended.
   */
  private Optional<ServerName> elsewhere() throws IOException {
    return leadership
        .participants()
        .leader()
        .filter(leader -> !leader.getAddress().equals(leadership.self().getAddress()));
  }
}
