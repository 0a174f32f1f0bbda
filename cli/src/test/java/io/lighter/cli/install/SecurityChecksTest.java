// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of Kerberos, TLS and storage. */
class SecurityChecksTest {
  private static final String SERVER_TLS = "hbase.server.netty.tls.enabled";
  private static final String CLIENT_TLS = "hbase.client.netty.tls.enabled";

  @TempDir Path folder;
  private final Configuration conf = new Configuration(false);

  @Test
  void withoutKerberosNoOtherSettingIsChecked() {
    assertThat(Lines.of(new KerberosCheck(conf))).singleElement().asString().startsWith("ok ");
  }

  @Test
  void kerberosInHBaseRequiresKerberosInHadoop() {
    conf.set("hbase.security.authentication", "kerberos");

    assertThat(Lines.of(new KerberosCheck(conf)))
        .anyMatch(line -> line.startsWith("problem hadoop.security.authentication"))
        .anyMatch(line -> line.contains("core-site.xml"));
  }

  @Test
  void missingPrincipalsAndKeytabsAreNamedForBothProcesses() {
    kerberos();

    assertThat(Lines.of(new KerberosCheck(conf)))
        .hasSize(4)
        .anyMatch(line -> line.startsWith("problem hbase.regionserver.kerberos.principal: not set"))
        .anyMatch(line -> line.startsWith("problem hbase.regionserver.keytab.file: not set"))
        .anyMatch(line -> line.startsWith("problem hbase.master.kerberos.principal: not set"))
        .anyMatch(line -> line.startsWith("problem hbase.master.keytab.file: not set"));
  }

  @Test
  void aKeytabThatIsNotOnThisHostIsAWarning() throws IOException {
    kerberos();
    conf.set("hbase.regionserver.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    conf.set("hbase.master.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    conf.set(
        "hbase.regionserver.keytab.file",
        Files.createFile(folder.resolve("hbase.keytab")).toString());
    conf.set("hbase.master.keytab.file", folder.resolve("none").toString());

    assertThat(Lines.of(new KerberosCheck(conf)))
        .hasSize(4)
        .filteredOn(line -> !line.startsWith("ok "))
        .singleElement()
        .asString()
        .startsWith("warning hbase.master.keytab.file");
  }

  @Test
  void withoutTlsNoOtherSettingIsChecked() {
    assertThat(tls(false, false)).singleElement().asString().startsWith("ok ");
  }

  @Test
  void tlsForClientsAloneIsAProblem() {
    assertThat(tls(false, true)).first().asString().startsWith("problem " + CLIENT_TLS);
  }

  @Test
  void tlsForServersAloneIsAWarning() throws Exception {
    keyStore();

    assertThat(tls(true, false))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("warning " + CLIENT_TLS)
        .contains("plain text");
  }

  @Test
  void tlsForServersAloneIsAProblemIfPlainTextIsRefused() {
    conf.setBoolean("hbase.server.netty.tls.supportplaintext", false);

    assertThat(tls(true, false)).first().asString().startsWith("problem " + CLIENT_TLS);
  }

  @Test
  void storesThatOpenAreFine() throws Exception {
    keyStore();

    assertThat(tls(true, true)).hasSize(2).allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void aStoreThatDoesNotOpenIsAProblem() throws Exception {
    keyStore();
    conf.set("hbase.rpc.tls.keystore.password", "wrong");

    assertThat(tls(true, true)).last().asString().startsWith("problem hbase.rpc.tls.keystore");
  }

  @Test
  void storageIsHdfs() {
    assertThat(storage("hdfs://nameservice/hbase")).startsWith("ok ");
    assertThat(storage("/hbase")).startsWith("warning hbase.rootdir").contains("core-site.xml");
    assertThat(storage("file:///tmp/hbase")).startsWith("warning ");
    assertThat(storage("s3a://bucket/hbase")).startsWith("problem ").contains("s3a");
    assertThat(storage("")).startsWith("problem hbase.rootdir: not set");
  }

  private String storage(String rootDir) {
    conf.set("hbase.rootdir", rootDir);
    return Lines.of(new StorageCheck(conf)).get(0);
  }

  private void kerberos() {
    conf.set("hbase.security.authentication", "kerberos");
    conf.set("hadoop.security.authentication", "kerberos");
  }

  private void keyStore() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    Path file = folder.resolve("store.p12");
    char[] password = "secret".toCharArray();
    try (var out = Files.newOutputStream(file)) {
      store.store(out, password);
    }
    conf.set("hbase.rpc.tls.keystore.location", file.toString());
    conf.set("hbase.rpc.tls.keystore.password", "secret");
  }

  private List<String> tls(boolean server, boolean client) {
    conf.setBoolean(SERVER_TLS, server);
    conf.setBoolean(CLIENT_TLS, client);
    return Lines.of(new TlsCheck(conf));
  }
}
