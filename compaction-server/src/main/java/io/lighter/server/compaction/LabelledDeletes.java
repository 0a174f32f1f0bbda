// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.security.visibility.DefaultVisibilityLabelServiceImpl;
import org.apache.hadoop.hbase.security.visibility.VisibilityLabelService;
import org.apache.hadoop.hbase.security.visibility.VisibilityLabelServiceManager;
import org.apache.hadoop.hbase.security.visibility.VisibilityScanDeleteTracker;

/**
 * Has the effect of HBase's {@code VisibilityController} on a compaction: a delete marker covers
 * only the cells that have its visibility labels. The host answers the one hook as that controller
 * does, and loads no coprocessor of site or table.
 *
 * <p>Labels are compared as numbers that the cells carry (HBase's {@code
 * DefaultVisibilityLabelServiceImpl.matchVisibility}), so the table of labels is not read. Confined
 * to the job's thread.
 */
final class LabelledDeletes extends RegionCoprocessorHost {
  /**
   * Creates the host of one region.
   *
   * @throws IOException if this process compares labels differently from HBase's own service
   */
  static LabelledDeletes of(HRegion region) throws IOException {
    // HBase's tracker reads the service from this configuration, once per process.
    VisibilityLabelService labels =
        VisibilityLabelServiceManager.getInstance()
            .getVisibilityLabelService(new Configuration(false));
    if (labels.getClass() != DefaultVisibilityLabelServiceImpl.class) {
      throw new IOException("cannot compare labels as HBase does, but as " + labels.getClass());
    }
    Configuration noCoprocessors = new Configuration(false);
    noCoprocessors.setBoolean(CoprocessorHost.COPROCESSORS_ENABLED_CONF_KEY, false);
    return new LabelledDeletes(region, noCoprocessors);
  }

  private LabelledDeletes(HRegion region, Configuration noCoprocessors) {
    super(region, null, noCoprocessors);
  }

  @Override
  @SuppressWarnings("deprecation") // the only hook that HBase calls before a compaction drops cells
  public DeleteTracker postInstantiateDeleteTracker(DeleteTracker tracker) {
    return new VisibilityScanDeleteTracker(tracker.getCellComparator());
  }
}
