package io.lighter.cli.install;

import java.util.ArrayList;
import java.util.List;

/** Collects what one check finds, in order. Not thread-safe. */
public final class Findings {
  private final String check;
  private final List<Finding> list = new ArrayList<>();

  /**
   * Starts empty.
   *
   * @param check named in every finding
   */
  public Findings(String check) {
    this.check = check;
  }

  /** As it should be. */
  public void ok(String subject, String found) {
    list.add(new Finding(Severity.OK, check, subject, found, ""));
  }

  /** Worth knowing, but nothing keeps Lighter from working. */
  public void warning(String subject, String found, String action) {
    list.add(new Finding(Severity.WARNING, check, subject, found, action));
  }

  /** To be mended first. */
  public void problem(String subject, String found, String action) {
    list.add(new Finding(Severity.PROBLEM, check, subject, found, action));
  }

  /** All so far. */
  public List<Finding> list() {
    return List.copyOf(list);
  }
}
