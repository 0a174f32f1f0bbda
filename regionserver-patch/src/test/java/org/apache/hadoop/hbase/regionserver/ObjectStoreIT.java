// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.testing.s3.S3Server;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link FamilyFolderCases} on S3A, with {@code hbase.wal.dir} on HDFS. */
@Tag("long")
class ObjectStoreIT extends FamilyFolderCases {
  private S3Server store;

  @Override
  OffloadCluster start(Consumer<Configuration> site) throws Exception {
    store = S3Server.start("hbase");
    return OffloadCluster.startOnObjectStore(
        2,
        "backstage",
        "s3a://hbase/",
        conf -> {
          conf.setClass("fs.s3a.impl", SharedS3A.class, FileSystem.class);
          conf.set("fs.s3a.endpoint", store.endpoint().toString());
          conf.set("fs.s3a.endpoint.region", "us-east-1");
          conf.setBoolean("fs.s3a.path.style.access", true);
          conf.setBoolean("fs.s3a.connection.ssl.enabled", false);
          conf.set("fs.s3a.access.key", S3Server.KEY);
          conf.set("fs.s3a.secret.key", S3Server.KEY);
          conf.set("fs.s3a.fast.upload.buffer", "bytebuffer");
          site.accept(conf);
        });
  }

  /** The region server deletes the claim. */
  @Test
  void requestsOfTheCompactionServerAreCountedByTheirKind() throws Exception {
    HRegion region = createWithData();
    Map<String, Long> before = requests();

    MajorCompactions.start(region).get(1, TimeUnit.MINUTES);

    Map<String, Long> after = requests();
    assertThat(after.get("get")).as("two inputs").isGreaterThanOrEqualTo(before.get("get") + 2);
    assertThat(after.get("put"))
        .as("a claim, a file")
        .isGreaterThanOrEqualTo(before.get("put") + 2);
    assertThat(after.get("head")).isGreaterThan(before.get("head"));
    assertThat(after.get("list")).isGreaterThan(before.get("list"));
  }

  private static Map<String, Long> requests() {
    return Stream.of("get", "head", "put", "list")
        .collect(Collectors.toMap(kind -> kind, ObjectStoreIT::requests));
  }

  private static long requests(String kind) {
    Metric metric =
        MetricRegistries.global()
            .get(MetricProcess.COMPACTION_SERVER.registry())
            .flatMap(registry -> registry.get("storeRequests_" + kind))
            .orElseThrow();
    return (Long) ((Gauge<?>) metric).getValue();
  }

  @Override
  void stopStore() throws Exception {
    if (store != null) {
      store.close();
    }
  }
}
