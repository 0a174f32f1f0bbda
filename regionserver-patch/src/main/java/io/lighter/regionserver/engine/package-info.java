// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Changes of {@code OffloadingStoreEngine} to the store engine underneath, other than offloading:
 * its compaction context and stripe compactor, the archiving of files that a crash left ({@link
 * io.lighter.regionserver.engine.AbandonedFiles}), and the files of replicas ({@link
 * io.lighter.regionserver.engine.ReplicaFiles}). Called on HBase's threads.
 */
package io.lighter.regionserver.engine;
