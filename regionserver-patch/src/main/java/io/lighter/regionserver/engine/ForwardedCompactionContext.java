// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/** A context that forwards to another engine's context, and is used in the same way. */
public abstract class ForwardedCompactionContext extends CompactionContext {
  protected final CompactionContext delegate;

  /** Creates a context that decorates {@code delegate}. */
  protected ForwardedCompactionContext(CompactionContext delegate) {
    this.delegate = delegate;
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    return delegate.preSelect(filesCompacting);
  }

  @Override
  public boolean select(
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor)
      throws IOException {
    return delegate.select(filesCompacting, isUserCompaction, mayUseOffPeak, forceMajor);
  }

  @Override
  public void forceSelect(CompactionRequestImpl request) {
    delegate.forceSelect(request);
  }

  @Override
  public CompactionRequestImpl getRequest() {
    return delegate.getRequest();
  }

  @Override
  public boolean hasSelection() {
    return delegate.hasSelection();
  }
}
