package io.lighter.service.rpc;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/**
 * Which entry of {@code hbase-policy.xml} is about which of our services. With {@code
 * hadoop.security.authorization} on, a service without one refuses every connection.
 */
final class LighterPolicyProvider extends PolicyProvider {
  private static final Service[] SERVICES = {
    // Between HBase's own processes.
    new Service(
        "security.masterregion.protocol.acl", CompactionServerService.BlockingInterface.class),
    // Operators look at the status, too.
    new Service("security.client.protocol.acl", CompactionManagerService.BlockingInterface.class)
  };

  @Override
  public Service[] getServices() {
    return SERVICES.clone();
  }
}
