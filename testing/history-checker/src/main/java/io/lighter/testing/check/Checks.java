// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs the checks of several tables of a cluster at the same time. */
final class Checks {
  private Checks() {}

  /**
   * Starts all checkers. A checker that ends or fails stops the others.
   *
   * @param checkers at least one, of different tables
   * @return the results of all checkers; fails with the exception of a checker that failed
   */
  static CompletableFuture<CheckReport> start(List<Checker> checkers) {
    List<CompletableFuture<CheckReport>> reports =
        checkers.stream().map(checker -> start(checker, checkers)).toList();
    return CompletableFuture.allOf(reports.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                reports.stream()
                    .map(CompletableFuture::join)
                    .reduce(CheckReport::plus)
                    .orElseThrow());
  }

  private static CompletableFuture<CheckReport> start(Checker checker, List<Checker> all) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return checker.run();
          } catch (IOException e) {
            throw new CompletionException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
          } finally {
            all.forEach(Checker::stop);
          }
        },
        task -> new Thread(task, "history-check").start());
  }
}
