// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The index table as a build sees it. Confined to a thread. */
interface IndexSide {
  /** First rows of the regions, in order. Regions may split or merge at any time. */
  List<byte[]> starts() throws IOException;

  /** Moves files into the regions, and divides files whose region was split meanwhile. */
  void load(List<Path> files) throws IOException;
}
