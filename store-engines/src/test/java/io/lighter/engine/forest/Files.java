// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.range.RangeFile;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** Files of tests without HBase. */
final class Files {
  static final ForestLimits LIMITS =
      new ForestLimits(4, 100, 10, 10, ForestLimits.DropDeletes.NO_OLDER, 100);

  private Files() {}

  /** Returns a file of 100 bytes without a hint, named after its id and rows. */
  static ForestFile file(long id, String first, String last) {
    return place(facts(id, first, last, 100).build(), null);
  }

  static ForestFile file(long id, String first, String last, long bytes) {
    return place(facts(id, first, last, bytes).build(), null);
  }

  static ForestFile hinted(long id, String first, String last, ForestHint hint) {
    return place(facts(id, first, last, 100).build(), hint);
  }

  /** Returns a file of 100 bytes that has noted a fence. */
  static ForestFile fenced(long id, String first, String last, ForestHint hint, String fence) {
    return ForestFile.of(
        facts(id, first, last, 100).build(),
        false,
        Optional.ofNullable(hint),
        Optional.of(Bytes.toBytes(fence)));
  }

  static ForestFile empty(long id) {
    return place(RangeFile.named("empty" + id, 0, id).build(), null);
  }

  static ForestFile place(RangeFile facts, ForestHint hint) {
    return ForestFile.of(facts, false, Optional.ofNullable(hint));
  }

  static RangeFile.Builder facts(long id, String first, String last, long bytes) {
    return RangeFile.named(id + first + last, bytes, id)
        .rows(Bytes.toBytes(first), Bytes.toBytes(last));
  }

  static Forest forest(ForestFile... files) {
    return Forest.of(List.of(files), LIMITS);
  }

  static List<String> names(ForestFile... files) {
    return Arrays.stream(files).map(ForestFile::name).toList();
  }
}
