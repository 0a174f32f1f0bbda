// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

/**
 * The store and region server of a retained output.
 *
 * @param region encoded name
 * @param secondaryReplicas secondary replicas that may fetch the output as well; at least 0
 */
public record OutputOrigin(
    String table, String region, String family, String regionServer, int secondaryReplicas) {
  /** The origin of an output that only the primary replica fetches. */
  public OutputOrigin(String table, String region, String family, String regionServer) {
    this(table, region, family, regionServer, 0);
  }
}
