package io.lighter.service.rpc;

import io.lighter.service.audit.AuditLog;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Who calls, and whether they may. On a cluster with security, Lighter's processes talk to each
 * other as HBase's service users: the one that this process runs as, and those of the principals of
 * HBase's master and region servers. Operators are HBase's superusers. On a cluster without
 * security, everybody may. Every refusal and every change that a superuser makes is in the {@link
 * AuditLog}; what a refused caller gets is one sentence, without a stack trace. Thread-safe.
 */
public final class CallerCheck {
  private final boolean secure;
  private final Set<String> serviceUsers;
  private final Runnable refused;

  /**
   * Reads {@code hbase.superuser} for the whole process, as HBase's processes do.
   *
   * @param refused is run at each refusal, to count it
   * @throws IOException if the process's user cannot be told
   */
  public CallerCheck(Configuration conf, Runnable refused) throws IOException {
    this.secure = User.isHBaseSecurityEnabled(conf);
    this.serviceUsers = secure ? serviceUsers(conf) : Set.of();
    this.refused = refused;
    Superusers.initialize(conf);
  }

  private static Set<String> serviceUsers(Configuration conf) throws IOException {
    Set<String> users = new HashSet<>();
    users.add(User.getCurrent().getShortName());
    for (String key :
        List.of(
            SecurityConstants.MASTER_KRB_PRINCIPAL, SecurityConstants.REGIONSERVER_KRB_PRINCIPAL)) {
      String principal = conf.getTrimmed(key, "");
      if (!principal.isEmpty()) {
        users.add(UserGroupInformation.createRemoteUser(principal).getShortUserName());
      }
    }
    return Set.copyOf(users);
  }

  /** User and address of the running call, for logs. */
  public static String caller() {
    return user() + " at " + address();
  }

  /** Fails unless the running call comes from a service user. */
  public void requireService(String request) throws AccessDeniedException {
    if (secure && RpcServer.getRequestUserName().filter(serviceUsers::contains).isEmpty()) {
      throw refusal(request, "not a service of this cluster");
    }
  }

  /** Fails unless the running call comes from one of HBase's superusers. */
  public void requireSuperuser(String request) throws AccessDeniedException {
    if (secure && RpcServer.getRequestUser().filter(Superusers::isSuperUser).isEmpty()) {
      throw refusal(request, "not in " + Superusers.SUPERUSER_CONF_KEY);
    }
  }

  /** Notes what the caller, who was found to be a superuser, has changed. */
  public void changed(String request, String context) {
    AuditLog.allowed(user(), address(), request, secure ? "superuser" : "no security", context);
  }

  /** Notes a request that is refused for what it asks, whoever its caller is. */
  public static void suspicious(String request, String reason, String context) {
    AuditLog.denied(user(), address(), request, reason, context);
  }

  private AccessDeniedException refusal(String request, String reason) {
    refused.run();
    AuditLog.denied(user(), address(), request, reason, "");
    AccessDeniedException refusal =
        new AccessDeniedException("user '" + user() + "' may not " + request + ": " + reason);
    refusal.setStackTrace(new StackTraceElement[0]); // it travels to the caller
    return refusal;
  }

  private static String user() {
    return RpcServer.getRequestUserName().orElse("unknown");
  }

  private static String address() {
    return RpcServer.getRemoteAddress().map(InetAddress::getHostAddress).orElse("unknown");
  }
}
