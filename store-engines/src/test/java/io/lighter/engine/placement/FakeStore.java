// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import io.lighter.engine.placement.TierFiles.TierFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store whose files a test names. */
class FakeStore implements AuditedStore {
  final List<TierFile> files = new ArrayList<>();
  private final AuditState state = new AuditState();
  private final String name;
  private final SettleMode settleMode;
  volatile boolean isOpen = true;
  volatile boolean areTiersKnown = true;

  FakeStore(String name, SettleMode settleMode) {
    this.name = name;
    this.settleMode = settleMode;
  }

  FakeStore withFast(String file) {
    files.add(new TierFile(file, Optional.empty()));
    return this;
  }

  FakeStore withSlow(String file) {
    files.add(new TierFile(file, Optional.of("COLD")));
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SettleMode settleMode() {
    return settleMode;
  }

  @Override
  public Optional<TierFiles> files() {
    return isOpen
        ? Optional.of(new TierFiles(FakePolicies.FOLDER, areTiersKnown, files))
        : Optional.empty();
  }

  @Override
  public AuditState state() {
    return state;
  }
}
