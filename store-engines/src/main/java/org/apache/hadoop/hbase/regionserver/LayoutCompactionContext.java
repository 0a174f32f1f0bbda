// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.yetus.audience.InterfaceAudience;

/** A compaction of one of Lighter's engines: a coprocessor may choose among all idle files. */
@InterfaceAudience.Private
abstract class LayoutCompactionContext extends CompactionContext {
  private final LayoutStoreEngine engine;

  LayoutCompactionContext(LayoutStoreEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    List<HStoreFile> files = new ArrayList<>(engine.getStoreFileManager().getStoreFiles());
    files.removeAll(filesCompacting);
    return files;
  }
}
