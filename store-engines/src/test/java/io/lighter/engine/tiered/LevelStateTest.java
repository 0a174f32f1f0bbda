// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.engine.TierFigures;
import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.LevelState.FullRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LevelStateTest {
  private final TieredPlanner planner =
      new TieredPlanner(TieredFiles.limits(TierPlan.ofOneTier(2), 100));
  private final List<FileView> files = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  private void add(String name, long length, Origin origin) {
    names.add(name);
    files.add(TieredFiles.file(files.size(), length, origin));
  }

  private LevelState state() {
    return planner.state(names, files);
  }

  @Test
  void bytesAreThoseOfTheFilesOfEachLevel() {
    add("old", 520, Origin.COMPACTION);
    add("a", 260, Origin.COMPACTION);
    add("b", 128, Origin.FLUSH);
    add("half", 200, Origin.REFERENCE);

    assertThat(state().levelOf())
        .containsEntry("old", 3)
        .containsEntry("a", 2)
        .containsEntry("b", 1)
        .containsEntry("half", 0);
    assertThat(state().bytes().subList(0, 5)).containsExactly(100L, 128L, 260L, 520L, 0L);
  }

  @Test
  void deepLevelsAreToldAsOne() {
    add("deep", 128L << 20, Origin.COMPACTION);
    add("last", 128L << 9, Origin.COMPACTION);
    add("flush", 128, Origin.FLUSH);

    assertThat(state().levelOf().get("deep")).isGreaterThan(TierFigures.LEVELS);
    assertThat(state().bytes()).hasSize(TierFigures.LEVELS).endsWith((128L << 20) + (128L << 9));
  }

  @Test
  void runIsFullUntilAMergeHasItsFiles() {
    add("a", 128, Origin.FLUSH);
    assertThat(state().fullRuns()).isEmpty();
    add("b", 128, Origin.FLUSH);
    add("c", 128, Origin.FLUSH);

    assertThat(state().fullRuns()).containsExactly(new FullRun(2, List.of("a", "b", "c")));
    assertThat(state().waiting(name -> false)).isOne();
    assertThat(state().waiting(Set.of("a", "b")::contains)).as("c alone is no run").isZero();
    add("d", 128, Origin.FLUSH);
    assertThat(state().waiting(Set.of("a", "b")::contains)).as("c and d are one").isOne();
  }

  @Test
  void nothingIsFullWhileNoFlushShowsTheSizes() {
    add("a", 128, Origin.COMPACTION);
    add("b", 128, Origin.COMPACTION);
    assertThat(state().fullRuns()).isEmpty();
    assertThat(state().bytes()).contains(256L);
  }

  @Test
  void storeWithoutFilesHasTheEmptyState() {
    assertThat(state()).isEqualTo(LevelState.EMPTY);
  }
}
