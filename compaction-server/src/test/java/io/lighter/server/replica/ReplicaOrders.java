// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

/** Orders of replicas for tests without HDFS. */
public final class ReplicaOrders {
  private ReplicaOrders() {}

  /** Makes an order report that HDFS's clients use it. */
  public static void inForce(ReplicaOrder order) {
    order.inForce(true);
  }
}
