// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses Hadoop's local file system, which checks permission bits also for root. */
class FoldersCheckTest {
  private static final String REGION = "0123456789abcdef0123456789abcdef";

  @TempDir Path root;
  private Path region;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void makeTables() throws IOException {
    region = Files.createDirectories(root.resolve("data/default/t").resolve(REGION));
    Files.createDirectories(region.resolve("family"));
    Files.createDirectories(root.resolve("data/default/t/.tabledesc"));
    Path system = Files.createDirectories(root.resolve("data/hbase/meta").resolve(REGION));
    mode(system, "r-xr-xr-x");
    conf.set("hbase.rootdir", root.toUri().toString());
  }

  @Test
  void writableRegionsAreFineAndSystemTablesAreNotLookedAt() {
    assertThat(lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("ok "))
        .last()
        .asString()
        .contains("1 of 1");
  }

  @Test
  void nothingIsWritten() {
    assertThat(lines()).isNotEmpty();

    assertThat(region.resolve(".tmp")).doesNotExist();
  }

  @Test
  void aRegionThatCannotBeWrittenIsAProblemThatNamesTheTableAndTheOwner() throws IOException {
    mode(region, "r-xr-xr-x");

    assertThat(lines())
        .last()
        .asString()
        .startsWith("problem file:" + root.resolve("data/default/t"))
        .contains("may not", "run manager, compaction servers and this command as");
  }

  @Test
  void onlyAnExistingTmpFolderMustBeWritable() throws IOException {
    Path tmp = Files.createDirectory(region.resolve(".tmp"));
    mode(region, "r-xr-xr-x");
    assertThat(lines()).allMatch(line -> line.startsWith("ok "));

    mode(tmp, "r-xr-xr-x");
    assertThat(lines()).last().asString().startsWith("problem ");
  }

  @Test
  void aFamilyThatCannotBeReadIsAProblem() throws IOException {
    mode(region.resolve("family"), "-wx-wx-wx");

    assertThat(lines()).last().asString().startsWith("problem ").contains("family");
  }

  @Test
  void missingRootIsOneProblemThatNamesIt() {
    conf.set("hbase.rootdir", "file:///nowhere/hbase");

    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("problem hbase.rootdir: 'file:///nowhere/hbase'");
  }

  private List<String> lines() {
    return Lines.of(new FoldersCheck(conf));
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
