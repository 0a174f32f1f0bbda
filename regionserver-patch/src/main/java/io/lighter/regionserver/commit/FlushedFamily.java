// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

/**
 * What of a store decides whether its flushes can make transactions durable.
 *
 * @param name name of the family
 * @param replicationScope HBase's number; 0: local
 * @param memstore simple name of the memstore's class
 * @param flushesAll whether a flush takes all of the memstore
 * @param flusher simple name of the flusher's class
 * @param commitsAtOnce whether all of a flush is in the store after a crash, or nothing of it
 */
public record FlushedFamily(
    String name,
    int replicationScope,
    String memstore,
    boolean flushesAll,
    String flusher,
    boolean commitsAtOnce) {}
