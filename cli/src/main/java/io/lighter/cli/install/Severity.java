package io.lighter.cli.install;

import java.util.Locale;

/** How much a finding matters. */
public enum Severity {
  /** As it should be. */
  OK,
  /** It works, or may work; somebody should know. Also what cannot be told from here. */
  WARNING,
  /** Something is missing, or two things conflict. */
  PROBLEM;

  /** As it is printed. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
