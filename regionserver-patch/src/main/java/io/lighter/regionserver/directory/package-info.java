// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The compaction servers, and the choice of a server for a region: {@link
 * io.lighter.regionserver.directory.ServerDirectory}, whose one thread reads ZooKeeper, and {@link
 * io.lighter.regionserver.directory.ServerChoice}, the order in which servers are tried.
 */
package io.lighter.regionserver.directory;
