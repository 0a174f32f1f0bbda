// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Describes store files to HBase: plain files, links and references. */
final class InputFiles {
  private final FileSystem fs;
  private final Configuration conf;

  /** Creates the descriptions for a store. */
  InputFiles(HStore store, Configuration conf) {
    this.fs = store.getFileSystem();
    this.conf = conf;
  }

  StoreFileInfo describe(Path file) throws IOException {
    return new StoreFileInfo(conf, fs, file, true);
  }
}
