// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

/**
 * The store and region server of a retained output, for reports.
 *
 * @param region encoded name
 */
public record OutputOrigin(String table, String region, String family, String regionServer) {}
