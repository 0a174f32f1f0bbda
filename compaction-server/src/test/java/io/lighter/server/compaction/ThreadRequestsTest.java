// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.junit.jupiter.api.Test;

class ThreadRequestsTest {
  private static final class CountingFileSystem extends RawLocalFileSystem
      implements IOStatisticsSource {
    @Override
    public IOStatistics getIOStatistics() {
      return new IOStatisticsSnapshot();
    }
  }

  @Test
  void requestsOfFilesThatTheThreadHasOpenedAreCountedOnceTheyAreClosed() throws Exception {
    closeAFile(Map.of("action_http_get_request", 100L)); // of another job of this thread
    ThreadRequests requests =
        ThreadRequests.ofCallingThread(new CountingFileSystem()).orElseThrow();

    assertThat(requests).hasToString("0 GET, 0 PUT, 0 LIST");

    closeAFile(Map.of("action_http_get_request", 12L, "stream_read_opened", 5L));
    closeAFile(
        Map.of(
            "object_multipart_initiated", 1L,
            "multipart_upload_part_put", 3L,
            "multipart_upload_completed", 1L));
    closeAFile(Map.of("object_list_request", 1L, "object_continue_list_request", 2L));
    Thread other = new Thread(() -> closeAFile(Map.of("action_http_get_request", 7L)));
    other.start();
    other.join();

    assertThat(requests).hasToString("12 GET, 5 PUT, 3 LIST");
  }

  @Test
  void nothingIsCountedOnAFileSystemWithoutStatistics() throws Exception {
    try (RawLocalFileSystem fs = new RawLocalFileSystem()) {
      assertThat(ThreadRequests.ofCallingThread(fs)).isEmpty();
    }
  }

  @Test
  void deletionsOfOneAndOfSeveralObjectsAreOneKind() {
    assertThat(
            StoreRequest.DELETE.countIn(
                statistics(
                    Map.of(
                        "object_delete_request", 2L,
                        "object_bulk_delete_request", 3L,
                        "object_delete_objects", 1_000L))))
        .isEqualTo(5);
    assertThat(StoreRequest.HEAD.countIn(statistics(Map.of("object_metadata_request", 4L))))
        .isEqualTo(4);
  }

  /** Adds the counts of a file as S3A does. */
  private static void closeAFile(Map<String, Long> counts) {
    IOStatisticsContext.getCurrentIOStatisticsContext()
        .getAggregator()
        .aggregate(statistics(counts));
  }

  private static IOStatistics statistics(Map<String, Long> counts) {
    IOStatisticsSnapshot statistics = new IOStatisticsSnapshot();
    statistics.counters().putAll(counts);
    return statistics;
  }
}
