// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.util.Locale;

/** How sure an advice is, from the least sure on. */
public enum Confidence {
  /** Another engine may be as good, or too little was measured. */
  LOW,
  /** Some of the workload is assumed, or the simulation differs from what was measured. */
  MEDIUM,
  /** The workload is known, and the simulation agrees with what was measured. */
  HIGH;

  /** Returns the name for people. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
