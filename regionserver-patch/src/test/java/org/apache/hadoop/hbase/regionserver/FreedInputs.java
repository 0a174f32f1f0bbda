// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.InputsListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;

/** HBase's default engine, which notes what it learns of released files. */
public final class FreedInputs extends DefaultStoreEngine implements InputsListener {
  /** Files that were compacted and free at a call, of any instance; one element for each call. */
  private static final List<List<HStoreFile>> FREED = new CopyOnWriteArrayList<>();

  /** Sets this class as the engine underneath Lighter's, and forgets former calls. */
  static void install(Configuration conf) {
    FREED.clear();
    conf.set("lighter.engine.delegate", FreedInputs.class.getName());
  }

  static List<List<HStoreFile>> freed() {
    return FREED;
  }

  @Override
  public void inputsReleased() {
    List<HStoreFile> free = new ArrayList<>(getStoreFileManager().getCompactedfiles());
    free.removeIf(HStoreFile::isReferencedInReads);
    FREED.add(free);
  }
}
