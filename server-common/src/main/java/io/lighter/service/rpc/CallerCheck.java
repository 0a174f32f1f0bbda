// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * Identifies and authorises callers. On a cluster with security, Lighter's processes call each
 * other as HBase's service users: this process's user, and those of the principals of HBase's
 * master and region servers. Operators are HBase's superusers. Without security, all callers are
 * authorised. The {@link AuditLog} records every refusal and every change by a superuser; a refused
 * caller gets one sentence, without a stack trace. Thread-safe.
 */
public final class CallerCheck {
  private final boolean secure;
  private final Set<String> serviceUsers;
  private final Runnable refused;

  /**
   * Reads {@code hbase.superuser} for the whole process, as HBase's processes do.
   *
   * @param refused runs at each refusal, to count refusals
   * @throws IOException if the process's user cannot be determined
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

  /** Throws unless the running call comes from a service user. */
  public void requireService(String request) throws AccessDeniedException {
    if (secure && RpcServer.getRequestUserName().filter(serviceUsers::contains).isEmpty()) {
      throw refusal(request, "not a service of this cluster");
    }
  }

  /** Throws unless the running call comes from one of HBase's superusers. */
  public void requireSuperuser(String request) throws AccessDeniedException {
    if (secure && RpcServer.getRequestUser().filter(Superusers::isSuperUser).isEmpty()) {
      throw refusal(request, "not in " + Superusers.SUPERUSER_CONF_KEY);
    }
  }

  /** Records a change by the caller, who was authorised as a superuser. */
  public void changed(String request, String context) {
    AuditLog.allowed(user(), address(), request, secure ? "superuser" : "no security", context);
  }

  /** Records a request that is refused for its content, regardless of the caller. */
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
