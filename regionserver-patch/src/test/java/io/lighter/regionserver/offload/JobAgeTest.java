// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.OutputPlace;
import io.lighter.common.config.LighterConfiguration;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.BrokenStoreFileCleaner;
import org.junit.jupiter.api.Test;

class JobAgeTest {
  private final Configuration site = new Configuration(false);

  @Test
  void jobIsYoungerThanHalfOfTheCleanersLimit() throws Exception {
    site.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, true);
    site.setLong(
        BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL, Duration.ofHours(4).toMillis());

    Duration limit = JobAge.limit(OutputPlace.FAMILY_FOLDER, site);

    assertThat(limit).isEqualTo(Duration.ofHours(2));
    assertThat(settings().within(limit).jobTimeout()).isEqualTo(limit);
    assertThat(settings().within(limit).within(JobAge.UNLIMITED).jobTimeout()).isEqualTo(limit);
  }

  @Test
  void defaultTimeoutIsWithinTheDefaultLimit() throws Exception {
    site.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, true);

    assertThat(settings().within(JobAge.limit(OutputPlace.FAMILY_FOLDER, site)))
        .isEqualTo(settings());
  }

  @Test
  void jobIsNotLimitedWithoutTheCleaner() {
    assertThat(JobAge.limit(OutputPlace.FAMILY_FOLDER, site)).isEqualTo(JobAge.UNLIMITED);
  }

  /** The cleaner does not look below {@code .tmp}. */
  @Test
  void jobInItsOwnFolderIsNotLimited() {
    site.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, true);

    assertThat(JobAge.limit(OutputPlace.JOB_FOLDER, site)).isEqualTo(JobAge.UNLIMITED);
  }

  private OffloadSettings settings() throws Exception {
    return OffloadSettings.of(LighterConfiguration.of(site));
  }
}
