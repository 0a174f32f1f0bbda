package io.lighter.common.rpc;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;

/**
 * Who calls, and whether they may. On a cluster with security, Lighter's processes talk to each
 * other as the user that this process runs as, which is HBase's service user, and operators are
 * HBase's superusers. On one without, everybody may. Thread-safe.
 */
public final class CallerCheck {
  private final boolean secure;
  private final String serviceUser;

  /**
   * Reads {@code hbase.superuser} for the whole process, as HBase's processes do.
   *
   * @throws IOException if the process's user cannot be told
   */
  public CallerCheck(Configuration conf) throws IOException {
    this.secure = User.isHBaseSecurityEnabled(conf);
    this.serviceUser = User.getCurrent().getShortName();
    Superusers.initialize(conf);
  }

  /** User and address of the running call, for logs. */
  public static String caller() {
    return RpcServer.getRequestUserName().orElse("unknown user")
        + " at "
        + RpcServer.getRemoteAddress().map(InetAddress::getHostAddress).orElse("unknown address");
  }

  /** Whether the running call comes from the service user. */
  public boolean mayCall() {
    Optional<String> user = RpcServer.getRequestUserName();
    return !secure || user.filter(serviceUser::equals).isPresent();
  }

  /** Fails unless the running call comes from the service user. */
  public void requireMayCall() throws AccessDeniedException {
    if (!mayCall()) {
      throw new AccessDeniedException(caller() + " is not " + serviceUser);
    }
  }

  /** Fails unless the running call comes from one of HBase's superusers. */
  public void requireSuperuser() throws AccessDeniedException {
    if (secure && RpcServer.getRequestUser().filter(Superusers::isSuperUser).isEmpty()) {
      throw new AccessDeniedException(
          caller() + " is not in " + Superusers.SUPERUSER_CONF_KEY + ", and not " + serviceUser);
    }
  }
}
