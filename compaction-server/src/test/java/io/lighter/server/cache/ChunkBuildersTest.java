// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import org.junit.jupiter.api.Test;

class ChunkBuildersTest {
  private final ChunkBuilders builders = new ChunkBuilders(ChunkVersion.BLOCK_BY_BLOCK, 64 << 10);

  @Test
  void filesOfAJobShareSpareBuilders() {
    ChunkBuilder full = builders.first(ChunkKind.DATA);

    assertThat(builders.spare(ChunkKind.DATA)).isPresent();
    assertThat(builders.spare(ChunkKind.INDEX_AND_BLOOM)).isPresent();
    assertThat(builders.spare(ChunkKind.DATA)).isEmpty();
    assertThat(builders.spare(ChunkKind.INDEX_AND_BLOOM)).isEmpty();

    builders.giveBack(ChunkKind.DATA, full);
    assertThat(builders.spare(ChunkKind.DATA)).containsSame(full);
    assertThat(builders.spare(ChunkKind.DATA)).isEmpty();
  }

  @Test
  void kindsDoNotShareBuilders() {
    ChunkBuilder full = builders.first(ChunkKind.DATA);
    assertThat(builders.spare(ChunkKind.DATA)).isPresent();
    builders.giveBack(ChunkKind.DATA, full);

    assertThat(builders.spare(ChunkKind.INDEX_AND_BLOOM)).get().isNotSameAs(full);
    assertThat(builders.spare(ChunkKind.DATA)).containsSame(full);
  }
}
