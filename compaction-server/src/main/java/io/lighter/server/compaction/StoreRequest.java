// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.apache.hadoop.fs.statistics.StoreStatisticNames.ACTION_HTTP_GET_REQUEST;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.MULTIPART_UPLOAD_COMPLETED;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.MULTIPART_UPLOAD_PART_PUT;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_BULK_DELETE_REQUEST;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_CONTINUE_LIST_REQUEST;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_COPY_REQUESTS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_DELETE_REQUEST;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_LIST_REQUEST;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_METADATA_REQUESTS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_MULTIPART_UPLOAD_INITIATED;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OBJECT_PUT_REQUEST;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.statistics.IOStatistics;

/**
 * Kinds of requests to an object store, as S3A counts them: with its own retries of most requests,
 * without those of Amazon's library.
 */
public enum StoreRequest {
  GET(ACTION_HTTP_GET_REQUEST),
  /** Of an object's length and date. */
  HEAD(OBJECT_METADATA_REQUESTS),
  /** An object, the begin of an upload, a part, the end of an upload, or a copy. */
  PUT(
      OBJECT_PUT_REQUEST,
      OBJECT_MULTIPART_UPLOAD_INITIATED,
      MULTIPART_UPLOAD_PART_PUT,
      MULTIPART_UPLOAD_COMPLETED,
      OBJECT_COPY_REQUESTS),
  LIST(OBJECT_LIST_REQUEST, OBJECT_CONTINUE_LIST_REQUEST),
  /** Of one object or of several. */
  DELETE(OBJECT_DELETE_REQUEST, OBJECT_BULK_DELETE_REQUEST);

  @SuppressWarnings("ImmutableEnumChecker") // of List.of
  private final List<String> counters;

  StoreRequest(String... counters) {
    this.counters = List.of(counters);
  }

  /** The kind in the name of a metric. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The number of requests of this kind. */
  public long countIn(IOStatistics statistics) {
    return counters.stream()
        .mapToLong(counter -> statistics.counters().getOrDefault(counter, 0L))
        .sum();
  }
}
