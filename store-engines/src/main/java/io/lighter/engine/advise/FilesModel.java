// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.util.ArrayList;
import java.util.List;

/** A store whose files have no key ranges of their own. Not thread-safe. */
abstract class FilesModel extends StoreModel {
  /** The oldest first. */
  final List<Contents> files = new ArrayList<>();

  private final KeyOrder order;

  /** Creates a store without files. */
  FilesModel(StoreWorkload workload, EngineOptions options) {
    super(options.blockingFiles());
    this.order = workload.order();
  }

  @Override
  final double bytes() {
    return Contents.bytes(files);
  }

  @Override
  final int files() {
    return files.size();
  }

  @Override
  final double scanFiles() {
    return switch (order) {
      case UNIFORM -> files.size();
      case ASCENDING -> 1;
    };
  }
}
