// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import java.util.Objects;

/** The version of the running manager. */
public final class ManagerVersion {
  private ManagerVersion() {}

  /** The version in the jar's manifest; {@code development} without a jar. */
  public static String get() {
    return Objects.requireNonNullElse(
        ManagerVersion.class.getPackage().getImplementationVersion(), "development");
  }
}
