// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.engine.policy.PolicySettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Geometric(r) and Geometric(p): merges the newest files that fit a level, see {@link
 * io.lighter.engine.policy.Geometric}. A value of {@code
 * hbase.hstore.defaultengine.compactionpolicy.class}.
 */
@InterfaceAudience.Private
public final class GeometricPolicy extends SizeRulePolicy {
  /** Called by HBase. */
  public GeometricPolicy(Configuration conf, StoreConfigInformation store) {
    super(conf, store, PolicySettings::geometric);
  }
}
