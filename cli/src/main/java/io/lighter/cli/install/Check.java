package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import java.io.IOException;
import java.util.List;

/** Examines one thing, and changes nothing. */
public interface Check {
  /** Some words, the same in every run. */
  String name();

  /**
   * Tells what it finds, at least one line.
   *
   * @throws IOException if the thing cannot be examined
   */
  void run(Findings findings) throws IOException;

  /** What it finds; that it cannot be examined is a problem, too. */
  default List<Finding> findings() {
    Findings findings = new Findings(name());
    try {
      run(findings);
    } catch (IOException | RuntimeException e) { // the other checks have something to say, too
      findings.problem(
          "this check", "failed: " + FirstLine.of(e), "mend the cause, then run it again");
    }
    return findings.list();
  }
}
