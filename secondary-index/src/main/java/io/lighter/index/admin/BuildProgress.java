// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/**
 * How far a build is.
 *
 * @param build the id of the build
 * @param step the step that runs
 * @param done regions or files of this step that are done
 * @param all regions or files of this step; 0 if the step has no parts
 * @param entries entries of the parts that are done; {@link #UNKNOWN} if they were not counted
 */
public record BuildProgress(String build, BuildStep step, int done, int all, long entries) {
  /** Number of entries that is not known. */
  public static final long UNKNOWN = -1;

  private static final int PERCENT = 100;

  /** Share of the step that is done, in percent. */
  public int percent() {
    return all == 0 ? 0 : PERCENT * done / all;
  }

  /** The progress as text, without an end of line. */
  public String describe() {
    String parts = all == 0 ? "" : ", %d of %d".formatted(done, all);
    String counted = all == 0 || entries == UNKNOWN ? "" : ", %d entries".formatted(entries);
    return "%s: %s%s%s".formatted(build, step.what(), parts, counted);
  }
}
