// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.engine.PlanKind;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Ranges;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeSizes;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.job.RefusedException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Checks that this server has the engine, and that a request's plan fits the engine. */
final class PlanValidator {
  /** HDFS's names of storage policies, which become part of a folder's name. */
  private static final Pattern STORAGE_POLICY = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  /** Maximum of output files, each of which is open until the end. */
  private static final int MOST_FILES = 1_000;

  /** Maximum of fences. A compaction of the forest engine meets a few. */
  private static final int MOST_FENCES = 1_000;

  /** As in the metadata of the outputs ({@code ForestHint}). */
  private static final int MOST_STAGES = 64;

  private PlanValidator() {}

  static void check(SubmitRequest request) throws RefusedException {
    Class<?> engine = engine(request.getEngine());
    CompactionPlan plan = request.getPlan();
    switch (plan.getKindCase()) { // no default: a new plan must have a case
      case KIND_NOT_SET -> {
        requireSupported(
            plan.getUnknownFields().asMap().isEmpty(),
            "a plan of a kind that this server does not know");
        require(
            !DateTieredStoreEngine.class.isAssignableFrom(engine)
                && !StripeStoreEngine.class.isAssignableFrom(engine)
                && !PlannedEngine.class.isAssignableFrom(engine),
            engine.getName() + " needs a plan");
      }
      case DATE_TIERED -> {
        require(
            DateTieredStoreEngine.class.isAssignableFrom(engine),
            "date-tiered plan for " + engine.getName());
        check(plan.getDateTiered());
      }
      case STRIPE_BOUNDARIES -> {
        requireStripes(engine);
        require(
            plan.getStripeBoundaries().getBoundaryCount() >= 2,
            "a stripe plan needs two boundaries at least");
        requireFew(plan.getStripeBoundaries().getBoundaryCount());
      }
      case STRIPE_SIZES -> {
        requireStripes(engine);
        StripeSizes sizes = plan.getStripeSizes();
        require(
            sizes.getTargetCount() > 0 && sizes.getTargetCells() > 0,
            "a stripe plan needs counts above zero");
        requireFew(sizes.getTargetCount());
      }
      case RANGES -> {
        requirePlanned(engine, plan);
        check(plan.getRanges());
        require(
            request.getAllFiles() || !plan.getRanges().getDropDeletes(),
            "drops delete markers, but not for all files");
      }
      case TREES -> {
        requirePlanned(engine, plan);
        check(plan.getTrees());
        require(
            request.getAllFiles() == plan.getTrees().getDropDeletes(),
            "drops delete markers exactly if it is for all files");
      }
    }
  }

  private static Class<?> engine(String name) throws RefusedException {
    try {
      Class<?> engine = Class.forName(name, false, PlanValidator.class.getClassLoader());
      if (StoreEngine.class.isAssignableFrom(engine)) {
        return engine;
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw unsupported(name, e);
    }
    throw unsupported(name, null);
  }

  private static RefusedException unsupported(String engine, Throwable cause) {
    RefusedException refused =
        new RefusedException(
            Refusal.UNSUPPORTED,
            "no store engine " + StoreFileNames.quoted(engine) + " on this server");
    refused.initCause(cause);
    return refused;
  }

  private static void requireStripes(Class<?> engine) throws RefusedException {
    require(
        StripeStoreEngine.class.isAssignableFrom(engine), "stripe plan for " + engine.getName());
  }

  private static void requirePlanned(Class<?> engine, CompactionPlan plan) throws RefusedException {
    PlanKind known = engine.getAnnotation(PlanKind.class);
    require(
        PlannedEngine.class.isAssignableFrom(engine)
            && known != null
            && known.value() == plan.getKindCase(),
        "plan of %s for %s".formatted(plan.getKindCase(), engine.getName()));
  }

  private static void check(DateTiered plan) throws RefusedException {
    List<Long> boundaries = plan.getLowerBoundaryList();
    require(!boundaries.isEmpty(), "a date-tiered plan needs a boundary");
    requireFew(boundaries.size());
    for (int i = 1; i < boundaries.size(); i++) {
      require(boundaries.get(i - 1) < boundaries.get(i), "boundaries are not ascending");
    }
    require(
        plan.getPolicyCount() == plan.getPolicyBoundaryCount(),
        "as many storage policies as their boundaries are needed");
    for (String policy : plan.getPolicyList()) {
      // The value is any text from the table's settings.
      requireSupported(
          STORAGE_POLICY.matcher(policy).matches(),
          "not a storage policy: " + StoreFileNames.quoted(policy));
    }
  }

  private static void check(Ranges plan) throws RefusedException {
    List<ByteString> boundaries = plan.getBoundaryList();
    require(boundaries.size() >= 2, "a plan of ranges needs two boundaries at least");
    requireFew(boundaries.size() - 1);
    for (int i = 1; i < boundaries.size(); i++) {
      boolean isHighestKey = i == boundaries.size() - 1 && boundaries.get(i).isEmpty();
      require(
          isHighestKey || isBelow(boundaries.get(i - 1), boundaries.get(i)),
          "boundaries are not ascending");
    }
    require(
        plan.hasMostOutputs() == plan.hasOutputCells(),
        "a plan of ranges has only one of most_outputs and output_cells");
    if (plan.hasMostOutputs()) {
      require(boundaries.size() == 2, "a plan of ranges has more than one way to divide outputs");
      require(
          plan.getMostOutputs() > 0 && plan.getOutputCells() > 0,
          "a plan of ranges needs counts above zero");
      requireFew(plan.getMostOutputs());
    }
    require(!plan.hasWrittenMs() || plan.getWrittenMs() >= 0, "written_ms is below zero");
  }

  private static void check(Trees plan) throws RefusedException {
    require(
        plan.hasStage() == plan.hasLow() && plan.hasStage() == plan.hasHigh(),
        "a plan of trees has only a part of stage, low and high");
    if (plan.hasStage()) {
      require(
          plan.getStage() >= 1 && plan.getStage() <= MOST_STAGES && plan.getLow() < plan.getHigh(),
          "stage %d of (%d, %d] is no tree"
              .formatted(plan.getStage(), plan.getLow(), plan.getHigh()));
    }
    require(
        plan.getSstBytes() > 0 && plan.getPiecesPerFence() > 0,
        "a plan of trees needs sst_bytes and pieces_per_fence above zero");
    require(
        plan.getSstMinBytes() >= 0 && plan.getSstMinBytes() <= plan.getSstBytes(),
        "sst_min_bytes is not from zero to sst_bytes");
    requireSupported(
        plan.getFenceCount() <= MOST_FENCES, "a plan with more than " + MOST_FENCES + " fences");
    for (int i = 1; i < plan.getFenceCount(); i++) {
      require(isBelow(plan.getFence(i - 1), plan.getFence(i)), "fences are not ascending");
    }
    require(!plan.hasWrittenMs() || plan.getWrittenMs() >= 0, "written_ms is below zero");
  }

  private static boolean isBelow(ByteString a, ByteString b) {
    return Bytes.compareTo(a.toByteArray(), b.toByteArray()) < 0;
  }

  private static void requireFew(int files) throws RefusedException {
    requireSupported(files <= MOST_FILES, "a plan for more than " + MOST_FILES + " files");
  }

  private static void requireSupported(boolean condition, String otherwise)
      throws RefusedException {
    if (!condition) {
      throw new RefusedException(Refusal.UNSUPPORTED, otherwise);
    }
  }

  private static void require(boolean condition, String otherwise) throws RefusedException {
    if (!condition) {
      throw new RefusedException(Refusal.INVALID, otherwise);
    }
  }
}
