package io.lighter.manager.cluster;

import java.util.Objects;

/** The version of the manager that runs. */
public final class ManagerVersion {
  private ManagerVersion() {}

  /** What the jar's manifest says; {@code development} when there is no jar. */
  public static String get() {
    return Objects.requireNonNullElse(
        ManagerVersion.class.getPackage().getImplementationVersion(), "development");
  }
}
