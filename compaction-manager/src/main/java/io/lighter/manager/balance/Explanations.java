// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The last explanations of all groups. A round that repeats its group's last one without moves
 * replaces that one, so that quiet hours do not displace events. Thread-safe.
 */
public final class Explanations {
  private final int capacity;
  private final Deque<Explanation> newestFirst = new ArrayDeque<>(); // guarded by this

  /**
   * @param capacity at least 1
   */
  public Explanations(int capacity) {
    this.capacity = capacity;
  }

  synchronized void add(Explanation next) {
    Explanation added = next;
    for (Iterator<Explanation> each = newestFirst.iterator(); each.hasNext(); ) {
      Explanation before = each.next();
      if (before.group().equals(next.group())) {
        if (before.isRepeatedBy(next)) {
          added = next.withRounds(before.rounds() + next.rounds());
          each.remove();
        }
        break;
      }
    }
    newestFirst.addFirst(added);
    if (newestFirst.size() > capacity) {
      newestFirst.removeLast();
    }
  }

  synchronized void clear() {
    newestFirst.clear();
  }

  /** The explanations, newest first; a copy. */
  public synchronized List<Explanation> newestFirst() {
    return new ArrayList<>(newestFirst);
  }
}
