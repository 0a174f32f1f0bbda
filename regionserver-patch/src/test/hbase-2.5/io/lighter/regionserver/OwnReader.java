// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.io.hfile.ReaderContext;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;

/** A reader that an observer returns in place of HBase's, with HBase 2.5's constructor. */
public final class OwnReader extends StoreFileReader {
  OwnReader(
      ReaderContext context,
      HFileInfo file,
      CacheConfig cache,
      AtomicInteger info,
      Configuration conf)
      throws IOException {
    super(context, file, cache, info, conf);
  }
}
