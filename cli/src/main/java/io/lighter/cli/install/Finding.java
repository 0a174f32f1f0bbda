package io.lighter.cli.install;

/**
 * One line of the report.
 *
 * @param check which check found it
 * @param subject the key, file or table that it is about
 * @param found what is there
 * @param action what to do; empty when nothing is
 */
public record Finding(
    Severity severity, String check, String subject, String found, String action) {
  public Finding {
    if ((severity == Severity.OK) != action.isEmpty()) {
      throw new IllegalArgumentException("an action for what is not ok, none else: " + subject);
    }
  }
}
