// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The retained output of one job. The primary replica has a lease on it. After the primary's
 * release the output is <em>spare</em>: it stays for secondary replicas, for a limited time, and
 * only while no other output needs the memory.
 *
 * <p>Not thread-safe; the lock of {@link RetainedOutputs} guards all mutable fields.
 */
final class Retained {
  /** Id of the primary replica, as in HBase. */
  static final int PRIMARY = 0;

  private final Map<String, List<StoredChunk>> files;

  /** The same chunks, in the order of the list that region servers receive. */
  private final List<List<StoredChunk>> byPosition;

  final int chunks;

  /** Compressed bytes of all chunks. */
  final long bytes;

  private final OutputOrigin origin;
  private final OutputExtent extent;
  private final long retainedAt;

  /** Secondary replicas that have released the output. */
  private final Set<Integer> released = new HashSet<>();

  private long renewedAt;
  private int served;
  private boolean spare;

  /** Time of the primary's release; undefined unless {@link #spare}. */
  private long spareSince;

  Retained(
      OutputOrigin origin, Map<String, List<StoredChunk>> files, OutputExtent extent, long now) {
    this.origin = origin;
    this.extent = extent;
    this.files = files;
    this.byPosition = List.copyOf(files.values());
    this.chunks = files.values().stream().mapToInt(List::size).sum();
    this.bytes =
        files.values().stream()
            .flatMap(List::stream)
            .mapToLong(chunk -> chunk.frame().size())
            .sum();
    this.retainedAt = now;
    this.renewedAt = now;
  }

  boolean has(String region, String family, String file) {
    return origin.region().equals(region)
        && origin.family().equals(family)
        && files.containsKey(file);
  }

  /** The chunks of a file; none of a file that the output lacks. */
  List<StoredChunk> chunksOf(String file) {
    return files.getOrDefault(file, List.of());
  }

  /**
   * The chunks of a file; none of a file that the output lacks.
   *
   * @param file position in {@link #list}
   */
  List<StoredChunk> chunksAt(int file) {
    return file >= 0 && file < byPosition.size() ? byPosition.get(file) : List.of();
  }

  /** The chunks by file, as region servers receive them. */
  List<FileChunks> list() {
    return files.entrySet().stream()
        .map(
            file ->
                FileChunks.newBuilder()
                    .setName(file.getKey())
                    .addAllChunk(file.getValue().stream().map(StoredChunk::info).toList())
                    .setOnlyResident(extent.lacksOnlyCold())
                    .build())
        .toList();
  }

  /** Whether the output stays for secondary replicas alone. */
  boolean isSpare() {
    return spare;
  }

  /** Time of the primary's release, of a spare output. */
  long spareSince() {
    return spareSince;
  }

  void renew(long now) {
    renewedAt = now;
  }

  void countServed() {
    served++;
  }

  /**
   * Notes that a replica needs the output no more. A repeated release has no effect, and neither
   * has one of a replica that the region did not have at the compaction.
   *
   * @param replica id of the replica
   * @return whether no replica needs the output
   */
  boolean release(int replica, long now) {
    if (replica == PRIMARY && !spare) {
      spare = true;
      spareSince = now;
    } else if (replica > PRIMARY && replica <= origin.secondaryReplicas()) {
      released.add(replica);
    }
    return spare && released.size() >= origin.secondaryReplicas();
  }

  boolean isExpired(long now, OutputCache.Settings settings) {
    return spare
        ? now - spareSince > settings.replicaRetention().toMillis()
        : now - renewedAt > settings.lease().toMillis();
  }

  KeptOutputReport report(CompactionJobId job, long now) {
    return KeptOutputReport.newBuilder()
        .setJobId(job.value())
        .setTable(origin.table())
        .setRegion(origin.region())
        .setFamily(origin.family())
        .setRegionServer(origin.regionServer())
        .setChunks(chunks)
        .setBytes(bytes)
        .setChunksServed(served)
        .setAgeMs(now - retainedAt)
        .setOutputBytes(extent.outputBytes())
        .build();
  }

  /** Releases the references of this output, once. Without a lock. */
  void free() {
    files.values().forEach(list -> list.forEach(chunk -> chunk.frame().release()));
  }
}
