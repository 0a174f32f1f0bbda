// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.testing.cluster.Await;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.zookeeper.server.ZooKeeperServerMain;

/**
 * A ZooKeeper in a separate process with one port, which requires TLS and client certificates. A
 * server in this JVM would share its key stores with clients in this JVM.
 */
final class TlsZooKeeper implements AutoCloseable {
  private static final String HOST = "localhost";
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "zookeeper";
  private static final String STORE_TYPE = "PKCS12";
  private static final String NETTY_CLIENT = "org.apache.zookeeper.ClientCnxnSocketNetty";
  private static final String NETTY_SERVER = "org.apache.zookeeper.server.NettyServerCnxnFactory";
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final int port;
  private final Path keyStore;
  private final Path trustStore;
  private final Process process;

  private TlsZooKeeper(int port, Path keyStore, Path trustStore, Process process) {
    this.port = port;
    this.keyStore = keyStore;
    this.trustStore = trustStore;
    this.process = process;
  }

  /**
   * Starts ZooKeeper and returns when the port is open.
   *
   * @param folder existing folder for keys, data and {@code zookeeper.log}
   * @param jvmOptions options of the process's JVM, such as those of SASL
   */
  static TlsZooKeeper start(Path folder, List<String> jvmOptions) throws Exception {
    Path keyStore = folder.resolve("key.p12");
    Path trustStore = folder.resolve("trust.p12");
    makeStores(keyStore, trustStore);
    int port = freePort();
    Path properties = folder.resolve("zoo.cfg");
    Files.writeString(properties, properties(folder, port, keyStore, trustStore));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ZooKeeperServerMain.class.getName(), properties.toString()));
    File log = folder.resolve("zookeeper.log").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    TlsZooKeeper started = new TlsZooKeeper(port, keyStore, trustStore, process);
    try {
      Await.until("a ZooKeeper with TLS (" + log + ")", TIMEOUT, () -> isOpen(port));
    } catch (Throwable e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** The site settings of HBase's clients of this ZooKeeper. */
  Map<String, String> site() {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(HConstants.ZOOKEEPER_QUORUM, HOST);
    site.put(HConstants.ZOOKEEPER_CLIENT_PORT, String.valueOf(port));
    clientProperties()
        .forEach(
            (key, value) -> {
              site.put(HConstants.ZK_CFG_PROPERTY_PREFIX + key, value);
              // HBase 2.6.1 passes keys unchanged; later releases prepend "zookeeper.".
              site.put(HConstants.ZK_CFG_PROPERTY_PREFIX + "zookeeper." + key, value);
            });
    return site;
  }

  /** Settings of ZooKeeper's client, without {@code zookeeper.}. */
  Map<String, String> clientProperties() {
    Map<String, String> client = stores(keyStore, trustStore);
    client.put("client.secure", "true");
    client.put("clientCnxnSocket", NETTY_CLIENT);
    return client;
  }

  void setIn(Configuration conf) {
    site().forEach(conf::set);
  }

  String address() {
    return HOST + ":" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private static String properties(Path folder, int port, Path keyStore, Path trustStore) {
    Map<String, String> all = stores(keyStore, trustStore);
    all.put("dataDir", folder.resolve("data").toString());
    all.put("secureClientPort", String.valueOf(port));
    all.put("secureClientPortAddress", "127.0.0.1");
    all.put("serverCnxnFactory", NETTY_SERVER);
    all.put("admin.enableServer", "false");
    all.put("tickTime", "2000");
    return all.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static Map<String, String> stores(Path keyStore, Path trustStore) {
    Map<String, String> stores = new LinkedHashMap<>();
    stores.put("ssl.keyStore.location", keyStore.toString());
    stores.put("ssl.keyStore.password", PASSWORD);
    stores.put("ssl.keyStore.type", STORE_TYPE);
    stores.put("ssl.trustStore.location", trustStore.toString());
    stores.put("ssl.trustStore.password", PASSWORD);
    stores.put("ssl.trustStore.type", STORE_TYPE);
    return stores;
  }

  /** A self-signed certificate for both ends. */
  private static void makeStores(Path keyStore, Path trustStore) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", ALIAS, "-keyalg", "EC", "-validity", "2"));
    command.addAll(List.of("-dname", "CN=" + HOST, "-ext", "san=dns:localhost,ip:127.0.0.1"));
    command.addAll(List.of("-keystore", keyStore.toString(), "-storetype", STORE_TYPE));
    command.addAll(List.of("-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
    KeyStore keys = KeyStore.getInstance(STORE_TYPE);
    try (InputStream in = Files.newInputStream(keyStore)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance(STORE_TYPE);
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false; // the caller retries until the port is open
    }
  }
}
