// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * HBase's {@code StripeStoreEngine} with the rules of {@code StripeCompactionPolicy}: a flush has a
 * file for each stripe, the stripe with most files to compact is next, and a stripe that is
 * compacted as a whole is split above a size. HBase makes no periodic major compaction of stripes.
 * Flushes to level 0 are not modelled. Not thread-safe.
 */
final class StripeModel extends StoreModel {
  /** Stripes at the start have between 2/3 and 4/3 of the mean, which is this share of a split. */
  private static final double MEAN_SHARE = 0.75;

  /** HBase's {@code hbase.store.stripe.splitPartCount}. */
  private static final int SPLIT_PARTS = 2;

  private final EngineOptions.Stripes limits;
  private final Exploring rule;
  private final KeyOrder order;
  private final List<Stripe> stripes = new ArrayList<>();

  /** A stripe with its share of the store's rows, and its files from the oldest one on. */
  private record Stripe(double share, List<Contents> files) {
    private double bytes() {
      return Contents.bytes(files);
    }
  }

  StripeModel(StoreWorkload workload, EngineOptions options) {
    super(options.blockingFiles());
    limits = options.stripes();
    rule =
        new Exploring(
            limits.minFiles(),
            limits.maxFiles(),
            options.ratio(),
            options.minBytes(),
            Integer.MAX_VALUE);
    order = workload.order();
    int count =
        (int) Math.max(1, Math.round(workload.storeBytes() / (MEAN_SHARE * limits.splitBytes())));
    double weights = 0;
    for (int i = 0; i < count; i++) {
      weights += weight(i);
    }
    for (int i = 0; i < count; i++) {
      double share = weight(i) / weights;
      List<Contents> files = new ArrayList<>();
      if (workload.storeBytes() > 0) {
        files.add(Contents.of(workload.storeBytes() * share));
      }
      stripes.add(new Stripe(share, files));
    }
  }

  /** Returns 1 to 2. */
  static double weight(int number) {
    return 1 + number * 37 % 100 / 100.0;
  }

  @Override
  void add(Contents flushed, long nowMillis) {
    switch (order) {
      case UNIFORM -> stripes.forEach(stripe -> stripe.files().add(flushed.part(stripe.share())));
      case ASCENDING -> stripes.get(stripes.size() - 1).files().add(flushed);
    }
  }

  @Override
  boolean compact(long nowMillis) {
    int chosen = -1;
    Selection best = Selection.NONE;
    double bestBytes = 0;
    for (int i = 0; i < stripes.size(); i++) {
      List<Contents> files = stripes.get(i).files();
      Selection selection = rule.select(Contents.sizes(files));
      int count = selection.to() - selection.from();
      int bestCount = best.to() - best.from();
      double bytes = Contents.bytes(files.subList(selection.from(), selection.to()));
      if (count > bestCount || (count > 0 && count == bestCount && bytes < bestBytes)) {
        chosen = i;
        best = selection;
        bestBytes = bytes;
      }
    }
    if (chosen < 0) {
      return false;
    }
    List<Contents> files = stripes.get(chosen).files();
    boolean whole = best.to() - best.from() == files.size();
    merge(files, best);
    if (whole && bestBytes >= limits.splitBytes()) {
      split(chosen, parts(bestBytes));
    }
    return true;
  }

  private void split(int number, int parts) {
    Stripe stripe = stripes.remove(number);
    Contents part = stripe.files().get(0).part(1.0 / parts);
    for (int i = 0; i < parts; i++) {
      stripes.add(number, new Stripe(stripe.share() / parts, new ArrayList<>(List.of(part))));
    }
  }

  /** As {@code StripeCompactionPolicy.estimateTargetKvs}. */
  private int parts(double bytes) {
    double partBytes = (double) limits.splitBytes() / SPLIT_PARTS;
    int parts = SPLIT_PARTS;
    double ratio = bytes / (parts * partBytes);
    while (ratio > 1) {
      double next = bytes / ((parts + 1) * partBytes);
      if (1 / next >= ratio) {
        break;
      }
      ratio = next;
      parts++;
    }
    return parts;
  }

  @Override
  double bytes() {
    return stripes.stream().mapToDouble(Stripe::bytes).sum();
  }

  @Override
  int files() {
    return stripes.stream().mapToInt(stripe -> stripe.files().size()).sum();
  }

  @Override
  double scanFiles() {
    return switch (order) {
      case UNIFORM ->
          stripes.stream().mapToDouble(stripe -> stripe.share() * stripe.files().size()).sum();
      case ASCENDING -> 1;
    };
  }
}
