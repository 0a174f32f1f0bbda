// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Moves, splits and merges regions, and takes snapshots. */
final class RegionDisturber extends Disturber {
  private static final int MIN_REGIONS = 2;
  private static final int MAX_REGIONS = 6;

  private final SplitRows splitRows;

  /** Empty: the table's snapshots would not be checked. */
  private final Optional<SnapshotCheck> snapshots;

  /** Chooses the row at which a region is split. */
  @FunctionalInterface
  interface SplitRows {
    /** A row inside the region; null if the region is too small, so that HBase chooses a row. */
    byte[] in(RegionInfo region, RandomGenerator random);
  }

  /** Creates a disturber of a table with the rows of {@link Keys}, which also takes snapshots. */
  RegionDisturber(CheckContext context, RandomGenerator random) {
    this(context, random, rowsOf(context), Optional.of(new SnapshotCheck(context)));
  }

  /** Creates a disturber of any table. */
  RegionDisturber(
      CheckContext context,
      RandomGenerator random,
      SplitRows splitRows,
      Optional<SnapshotCheck> snapshots) {
    super(context, random, context.settings().load().regionPause());
    this.splitRows = splitRows;
    this.snapshots = snapshots;
  }

  /** Chooses among the rows of {@link Keys}. */
  static SplitRows rowsOf(CheckContext context) {
    return (region, random) -> {
      int rows = context.model().rowCount();
      int first = region.getStartKey().length == 0 ? 0 : Keys.row(region.getStartKey());
      int end = region.getEndKey().length == 0 ? rows : Keys.row(region.getEndKey());
      return end - first < 2 ? null : Keys.ofRow(random.nextInt(first + 1, end));
    };
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    int dice = random().nextInt(100);
    if (dice < 35) {
      return context().disturbances().regionChanges().during(() -> move(admin));
    } else if (dice < 85 || snapshots.isEmpty()) {
      return context().disturbances().regionChanges().during(() -> splitOrMerge(admin));
    }
    return snapshots.get().take(admin, random().nextInt(3) == 0);
  }

  private Tally.Event move(Admin admin) throws IOException {
    RegionInfo region = any(regions(admin));
    ServerName from = serverOf(region);
    List<ServerName> others =
        admin.getRegionServers().stream().filter(server -> !server.equals(from)).toList();
    admin.move(region.getEncodedNameAsBytes(), any(others));
    return Tally.Event.MOVE;
  }

  private ServerName serverOf(RegionInfo region) throws IOException {
    try (RegionLocator locator = context().connection().getRegionLocator(context().table())) {
      return locator.getRegionLocation(region.getStartKey(), true).getServerName();
    }
  }

  private Tally.Event splitOrMerge(Admin admin) throws Exception {
    List<RegionInfo> regions = regions(admin);
    boolean split =
        regions.size() <= MIN_REGIONS || (regions.size() < MAX_REGIONS && random().nextBoolean());
    List<Callable<Future<Void>>> requests = new ArrayList<>();
    for (int i = 0; i < (split ? regions.size() : regions.size() - 1); i++) {
      RegionInfo region = regions.get(i);
      if (split) {
        requests.add(() -> split(admin, region));
      } else {
        byte[][] neighbours = {
          region.getEncodedNameAsBytes(), regions.get(i + 1).getEncodedNameAsBytes()
        };
        requests.add(() -> admin.mergeRegionsAsync(neighbours, false));
      }
    }
    Collections.rotate(requests, random().nextInt(requests.size()));
    awaitFirstAccepted(requests);
    noteNewBorders(regions, regions(admin)); // HBase may have chosen the row
    context().forgetLocations();
    return split ? Tally.Event.SPLIT : Tally.Event.MERGE;
  }

  private Future<Void> split(Admin admin, RegionInfo region) throws IOException {
    byte[] row = splitRows.in(region, random());
    if (row != null) {
      context().disturbances().borders().add(row);
    }
    return admin.splitRegionAsync(region.getRegionName(), row);
  }

  private void noteNewBorders(List<RegionInfo> before, List<RegionInfo> after) {
    Set<ByteBuffer> known =
        before.stream()
            .map(region -> ByteBuffer.wrap(region.getStartKey()))
            .collect(Collectors.toSet());
    after.stream()
        .map(RegionInfo::getStartKey)
        .filter(start -> start.length > 0 && !known.contains(ByteBuffer.wrap(start)))
        .forEach(context().disturbances().borders()::add);
  }

  /**
   * Waits for the first accepted request. HBase refuses regions that were split or merged until
   * they are compacted.
   */
  private static void awaitFirstAccepted(List<Callable<Future<Void>>> requests) throws Exception {
    DoNotRetryIOException refusal = null;
    for (Callable<Future<Void>> request : requests) {
      try {
        await(request.call());
        return;
      } catch (DoNotRetryIOException e) {
        refusal = e;
      }
    }
    throw refusal;
  }
}
