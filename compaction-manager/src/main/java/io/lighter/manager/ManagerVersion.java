package io.lighter.manager;

import java.util.Objects;

/** The version of the manager that runs. */
final class ManagerVersion {
  private ManagerVersion() {}

  /** What the jar's manifest says; {@code development} when there is no jar. */
  static String get() {
    return Objects.requireNonNullElse(
        ManagerVersion.class.getPackage().getImplementationVersion(), "development");
  }
}
