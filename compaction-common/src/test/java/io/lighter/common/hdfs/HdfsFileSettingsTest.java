// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.protocol.LighterProtos.FileSettings;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HdfsFileSettingsTest {
  private static final HdfsFileSettings SETTINGS =
      new HdfsFileSettings(2, 32 << 20, 0077, "CRC32", 1024);

  @Test
  void valuesAreReadAsHdfsReadsThem() {
    Configuration conf = new Configuration(false);
    conf.set("dfs.replication", "2");
    conf.set("dfs.blocksize", "32m");
    conf.set("fs.permissions.umask-mode", "077");
    conf.set("dfs.checksum.type", "CRC32");
    conf.set("dfs.bytes-per-checksum", "1024");

    assertThat(HdfsFileSettings.of(conf)).isEqualTo(SETTINGS);
  }

  @Test
  void symbolicUmaskIsANumber() {
    Configuration conf = new Configuration(false);
    conf.set("fs.permissions.umask-mode", "u=rwx,g=r,o=");

    assertThat(HdfsFileSettings.of(conf).umask()).isEqualTo(0037);
  }

  @Test
  void unsetValueIsHdfsDefault() {
    assertThat(HdfsFileSettings.of(new Configuration(false)))
        .isEqualTo(new HdfsFileSettings(3, 128 << 20, 0022, "CRC32C", 512));
  }

  /** HDFS's client warns about an unknown type, and uses its default. */
  @Test
  void unknownChecksumTypeIsHdfsDefault() {
    Configuration conf = new Configuration(false);
    conf.set("dfs.checksum.type", "MD5");

    assertThat(HdfsFileSettings.of(conf).checksumType()).isEqualTo("CRC32C");
  }

  @Test
  void settingsRoundTripThroughProto() {
    Configuration conf = new Configuration(false);

    HdfsFileSettings.of(SETTINGS.toProto()).applyTo(conf);

    assertThat(HdfsFileSettings.of(conf)).isEqualTo(SETTINGS);
  }

  @ParameterizedTest
  @MethodSource
  void invalidValueIsNamedInMessage(Consumer<FileSettings.Builder> change, String message) {
    FileSettings.Builder settings = SETTINGS.toProto().toBuilder();
    change.accept(settings);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> HdfsFileSettings.of(settings.build()))
        .withMessage(message);
  }

  static Stream<Arguments> invalidValueIsNamedInMessage() {
    return Stream.of(
        refused(
            settings -> settings.setReplication(0), "dfs.replication = '0': expected 1 to 32767"),
        refused(
            settings -> settings.setReplication(40_000),
            "dfs.replication = '40000': expected 1 to 32767"),
        refused(
            settings -> settings.setBlockSize(-1),
            "dfs.blocksize = '-1': expected a number of bytes above zero"),
        refused(
            settings -> settings.setUmask(010000),
            "fs.permissions.umask-mode = '10000': expected octal 0 to 1777"),
        refused(
            FileSettings.Builder::clearUmask,
            "fs.permissions.umask-mode = '37777777777': expected octal 0 to 1777"),
        refused(
            settings -> settings.setChecksumType("MD5"),
            "dfs.checksum.type = 'MD5': expected one of [NULL, CRC32, CRC32C]"),
        refused(
            FileSettings.Builder::clearBytesPerChecksum,
            "dfs.bytes-per-checksum = '0': expected 1 to 1048576 bytes, a divisor of dfs.blocksize"),
        refused(
            settings -> settings.setBytesPerChecksum(1 << 21),
            "dfs.bytes-per-checksum = '2097152': expected 1 to 1048576 bytes, a divisor of dfs.blocksize"),
        refused(
            settings -> settings.setBytesPerChecksum(500),
            "dfs.bytes-per-checksum = '500': expected 1 to 1048576 bytes, a divisor of dfs.blocksize"));
  }

  @Test
  void otherFileSystemHasNoSettings() throws IOException {
    assertThat(HdfsFileSettings.of(FileSystem.getLocal(new Configuration()))).isEmpty();
  }

  private static Arguments refused(Consumer<FileSettings.Builder> change, String message) {
    return Arguments.of(change, message);
  }
}
