// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.random.RandomGenerator;

/** The effect of a row version on the row's columns, in both families and atomically. */
enum Change {
  PUT(Effect.ADD, Effect.ADD, 30),
  PUT_A(Effect.ADD, Effect.KEEP, 10),
  PUT_B(Effect.KEEP, Effect.ADD, 10),
  DELETE(Effect.CLEAR, Effect.CLEAR, 16),
  DELETE_A(Effect.CLEAR, Effect.KEEP, 6),
  DELETE_B(Effect.KEEP, Effect.CLEAR, 6),
  /** Deletes the row and puts one column, as a row mutation. */
  REPLACE(Effect.RESET, Effect.CLEAR, 8),
  /** Deletes one column and puts the other, as a row mutation. */
  EXCHANGE(Effect.CLEAR, Effect.ADD, 8),
  /** Deletes the row and puts both columns, as a row mutation. */
  RENEW(Effect.RESET, Effect.RESET, 6);

  /** The effect on the versions of one column. */
  enum Effect {
    /** No effect. */
    KEEP(false, false),
    /** Adds a version. */
    ADD(false, true),
    /** Deletes all versions. */
    CLEAR(true, false),
    /** Deletes all versions and adds a new one. */
    RESET(true, true);

    private final boolean deletes;
    private final boolean puts;

    Effect(boolean deletes, boolean puts) {
      this.deletes = deletes;
      this.puts = puts;
    }

    boolean deletes() {
      return deletes;
    }

    boolean puts() {
      return puts;
    }
  }

  private static final Change[] ALL = values();

  private final Effect a;
  private final Effect b;
  private final int percent;

  Change(Effect a, Effect b, int percent) {
    this.a = a;
    this.b = b;
    this.percent = percent;
  }

  Effect on(Column column) {
    return switch (column) {
      case A -> a;
      case B -> b;
    };
  }

  /** Whether all older versions become invisible. */
  boolean deletesAll() {
    return a.deletes() && b.deletes();
  }

  /** A random change. About half delete, because deletes reveal a wrong choice of files. */
  static Change random(RandomGenerator random) {
    int left = random.nextInt(100);
    for (Change change : ALL) {
      left -= change.percent;
      if (left < 0) {
        return change;
      }
    }
    throw new IllegalStateException("the percentages do not add up to 100");
  }
}
