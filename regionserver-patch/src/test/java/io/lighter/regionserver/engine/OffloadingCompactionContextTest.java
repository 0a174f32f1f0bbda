// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.OutputPlace;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.offload.StoreOffload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffloadingCompactionContextTest {
  private final Engine engine = new Engine();
  private final OffloadingCompactionContext context =
      new OffloadingCompactionContext(
          engine,
          StoreOffload.outsideRegionServer(
              null, LocalReason.NO_REGION_SERVER, OutputPlace.JOB_FOLDER));

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void engineSelectsOffPeak(boolean offPeak) throws IOException {
    assertThat(context.select(List.of(), false, offPeak, false)).isTrue();

    assertThat(engine.askedOffPeak).containsExactly(offPeak);
    assertThat(context.getRequest().isOffPeak()).isEqualTo(offPeak);
  }

  @Test
  void engineReceivesAForcedSelection() {
    context.forceSelect(new CompactionRequestImpl(List.of()));

    assertThat(engine.hasSelection()).isTrue();
    assertThat(context.getRequest()).isSameAs(engine.getRequest());
  }

  /** An engine that selects nothing, and records the off-peak argument. */
  private static final class Engine extends CompactionContext {
    final List<Boolean> askedOffPeak = new ArrayList<>();

    @Override
    public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
      return List.of();
    }

    @Override
    public boolean select(
        List<HStoreFile> filesCompacting,
        boolean isUserCompaction,
        boolean mayUseOffPeak,
        boolean forceMajor) {
      askedOffPeak.add(mayUseOffPeak);
      request = new CompactionRequestImpl(List.of());
      request.setOffPeak(mayUseOffPeak);
      return true;
    }

    @Override
    public List<Path> compact(ThroughputController throughputController, User user) {
      throw new UnsupportedOperationException("selection only");
    }
  }
}
