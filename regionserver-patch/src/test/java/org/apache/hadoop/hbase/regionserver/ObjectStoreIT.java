// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.testing.s3.S3Server;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;

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

  @Override
  void stopStore() throws Exception {
    if (store != null) {
      store.close();
    }
  }
}
