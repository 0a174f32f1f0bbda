// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.rpc;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/**
 * Maps Lighter's services to entries of {@code hbase-policy.xml}. With {@code
 * hadoop.security.authorization} on, a service without an entry refuses every connection.
 */
final class LighterPolicyProvider extends PolicyProvider {
  private static final Service[] SERVICES = {
    // Called by HBase's own processes only.
    new Service(
        "security.masterregion.protocol.acl", CompactionServerService.BlockingInterface.class),
    // Called by operators, too, for the status.
    new Service("security.client.protocol.acl", CompactionManagerService.BlockingInterface.class)
  };

  @Override
  public Service[] getServices() {
    return SERVICES.clone();
  }
}
