package io.lighter.server;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * Who calls, and whether they may: on a cluster with security, only the user that this server runs
 * as, which is HBase's service user. Thread-safe.
 */
final class CallerCheck {
  private final boolean secure;
  private final String serviceUser;

  CallerCheck(Configuration conf) throws IOException {
    this.secure = User.isHBaseSecurityEnabled(conf);
    this.serviceUser = User.getCurrent().getShortName();
  }

  /** User and address of the running call, for logs. */
  static String caller() {
    return RpcServer.getRequestUserName().orElse("unknown user")
        + " at "
        + RpcServer.getRemoteAddress().map(InetAddress::getHostAddress).orElse("unknown address");
  }

  boolean mayCall() {
    Optional<String> user = RpcServer.getRequestUserName();
    return !secure || user.filter(serviceUser::equals).isPresent();
  }

  void requireMayCall() throws AccessDeniedException {
    if (!mayCall()) {
      throw new AccessDeniedException(caller() + " is not " + serviceUser);
    }
  }
}
