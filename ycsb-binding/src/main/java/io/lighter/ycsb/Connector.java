// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import io.lighter.ycsb.BindingProperties.Login;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import site.ycsb.DBException;

/** Logs in, connects, and checks that table and column family exist. */
public final class Connector {
  private static final String KERBEROS = "kerberos";

  /** Keys of HBase's clients. */
  private static final String CLIENT_KEYTAB = "hbase.client.keytab.file";

  private static final String CLIENT_PRINCIPAL = "hbase.client.keytab.principal";

  /** A row key for the check, because HBase has no empty row keys. */
  private static final byte[] ANY_ROW = {0};

  private Connector() {}

  /**
   * Checks the properties without a cluster.
   *
   * @throws PropertiesException naming all problems
   */
  public static void checkProperties(Properties properties) throws PropertiesException {
    BindingProperties.of(properties);
  }

  /**
   * Copies the log-in of the properties, if any, to the settings of HBase's clients.
   *
   * @throws PropertiesException naming all problems
   */
  public static void nameLogin(Configuration conf, Properties properties)
      throws PropertiesException {
    Optional<Login> named = BindingProperties.of(properties).login();
    if (named.isPresent()) {
      conf.set(CLIENT_PRINCIPAL, named.get().principal());
      conf.set(CLIENT_KEYTAB, named.get().keytab().toString());
    }
  }

  /**
   * Checks everything that a run needs before its first operation. YCSB itself reports such a
   * failure twice per thread, and then exits without an error.
   *
   * @throws PropertiesException if a property needs another value
   */
  public static void check(Configuration conf, Properties properties) throws DBException {
    try {
      open(conf, BindingProperties.of(properties)).close();
    } catch (IOException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  /** Opens a connection that works for the table; the caller closes the connection. */
  static Connection open(Configuration conf, BindingProperties properties) throws DBException {
    Connection connection = null;
    try {
      logIn(conf, properties);
      connection = ConnectionFactory.createConnection(conf);
      checkTable(connection, properties);
      Connection checked = connection;
      connection = null;
      return checked;
    } catch (IOException e) {
      throw new DBException(
          "table '%s' cannot be used: %s".formatted(properties.table(), e.getMessage()), e);
    } finally {
      if (connection != null) {
        closeAfterFailure(connection);
      }
    }
  }

  /** Logs the whole process in, because HBase's client renews only the process's tickets. */
  private static void logIn(Configuration conf, BindingProperties properties) throws DBException {
    if (KERBEROS.equalsIgnoreCase(conf.get(User.HBASE_SECURITY_CONF_KEY))) {
      conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, KERBEROS);
    }
    UserGroupInformation.setConfiguration(conf);
    if (properties.login().isEmpty()) {
      return;
    }
    Login login = properties.login().get();
    if (!UserGroupInformation.isSecurityEnabled()) {
      throw PropertiesException.of(
          BindingProperty.PRINCIPAL,
          login.principal(),
          "%s is '%s'; expected %s, in the hbase-site.xml on the class path"
              .formatted(
                  User.HBASE_SECURITY_CONF_KEY,
                  conf.get(User.HBASE_SECURITY_CONF_KEY, "simple"),
                  KERBEROS));
    }
    try {
      UserGroupInformation.loginUserFromKeytab(login.principal(), login.keytab().toString());
    } catch (IOException e) {
      throw new DBException(
          "login as %s with keytab %s failed: %s"
              .formatted(login.principal(), login.keytab(), e.getMessage()),
          e);
    }
  }

  /** Checks the table with no more rights than read access. */
  private static void checkTable(Connection connection, BindingProperties properties)
      throws IOException, PropertiesException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(properties.table())) {
        throw PropertiesException.of(
            BindingProperty.TABLE,
            properties.table(),
            "no such table; expected %s. In the HBase shell: create '%s', '%s'"
                .formatted(
                    BindingProperty.TABLE.allowed(),
                    properties.table(),
                    properties.columnFamily()));
      }
    }
    try (Table table = connection.getTable(properties.table())) {
      try {
        table.exists(new Get(ANY_ROW).addFamily(Bytes.toBytes(properties.columnFamily())));
      } catch (NoSuchColumnFamilyException e) {
        PropertiesException problem =
            PropertiesException.of(
                BindingProperty.COLUMN_FAMILY,
                properties.columnFamily(),
                "table '%s' has no such family; expected %s"
                    .formatted(properties.table(), families(table)));
        problem.initCause(e);
        throw problem;
      }
    }
  }

  private static String families(Table table) throws IOException {
    try {
      List<byte[]> names = List.copyOf(table.getDescriptor().getColumnFamilyNames());
      return names.stream().map(Bytes::toString).collect(Collectors.joining(", ", "one of ", ""));
    } catch (AccessDeniedException e) {
      return BindingProperty.COLUMN_FAMILY.allowed(); // readers may lack the right to describe
    }
  }

  private static void closeAfterFailure(Connection connection) throws DBException {
    try {
      connection.close();
    } catch (IOException e) {
      throw new DBException(e);
    }
  }
}
