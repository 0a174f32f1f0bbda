// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Checks that this user has a compaction server's permissions in HBase's folders: to read families,
 * and to write below a region's {@code .tmp}. The check queries permissions for one region of each
 * table and writes nothing.
 */
public final class FoldersCheck implements Check {
  /** Limit, because each table needs some requests to the NameNode. */
  private static final int MAX_TABLES = 200;

  private static final Pattern REGION = Pattern.compile("[0-9a-f]{32}");
  private static final String TMP = ".tmp";

  private final Configuration conf;

  /** Creates the check without I/O. */
  public FoldersCheck(Configuration conf) {
    this.conf = failFast(conf);
  }

  /** Settings with timeouts of seconds, where Hadoop would retry for a quarter of an hour. */
  private static Configuration failFast(Configuration conf) {
    Configuration failFast = new Configuration(conf);
    failFast.setInt("ipc.client.connect.timeout", 10_000);
    failFast.setInt("ipc.client.connect.max.retries", 2);
    failFast.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
    failFast.setInt("dfs.client.failover.max.attempts", 4);
    return failFast;
  }

  @Override
  public String name() {
    return "folders";
  }

  @Override
  public void run(Findings findings) {
    String root = conf.getTrimmed(HConstants.HBASE_DIR, "");
    try {
      look(findings, new Path(root));
    } catch (IOException | IllegalArgumentException e) { // the latter: an unknown host, no path
      findings.problem(
          HConstants.HBASE_DIR,
          "'%s': %s".formatted(root, FirstLine.of(e)),
          "see that HDFS runs, that this user may read there, and that core-site.xml and"
              + " hdfs-site.xml are in HBASE_CONF_DIR or HADOOP_CONF_DIR");
    }
  }

  private void look(Findings findings, Path root) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf)) {
      FileStatus status = fs.getFileStatus(root);
      findings.ok(
          HConstants.HBASE_DIR,
          "%s is there, of %s; checked as %s".formatted(root, status.getOwner(), user));
      List<Path> tables = tables(fs, new Path(root, HConstants.BASE_NAMESPACE_DIR));
      boolean all = true;
      for (Path table : tables.subList(0, Math.min(MAX_TABLES, tables.size()))) {
        all &= table(findings, fs, table, user, status.getOwner());
      }
      if (all) {
        findings.ok(
            "tables",
            "%s may write in those looked at, %d of %d"
                .formatted(user, Math.min(MAX_TABLES, tables.size()), tables.size()));
      }
    }
  }

  private static List<Path> tables(FileSystem fs, Path data) throws IOException {
    List<Path> tables = new ArrayList<>();
    for (FileStatus namespace : fs.listStatus(data)) {
      if (!namespace.getPath().getName().equals(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR)) {
        Arrays.stream(fs.listStatus(namespace.getPath()))
            .filter(FileStatus::isDirectory)
            .forEach(table -> tables.add(table.getPath()));
      }
    }
    return tables;
  }

  /** Checks one table; returns whether all permissions are there. */
  private static boolean table(
      Findings findings, FileSystem fs, Path table, String user, String owner) throws IOException {
    try {
      for (FileStatus region : fs.listStatus(table)) {
        if (region.isDirectory() && REGION.matcher(region.getPath().getName()).matches()) {
          region(fs, region.getPath());
          return true;
        }
      }
      return true;
    } catch (AccessControlException e) {
      findings.problem(
          table.toString(),
          "%s may not: %s".formatted(user, FirstLine.of(e)),
          "run manager, compaction servers and this command as %s".formatted(owner));
      return false;
    } catch (FileNotFoundException e) {
      return true; // the region was dropped, split or merged meanwhile
    }
  }

  private static void region(FileSystem fs, Path region) throws IOException {
    boolean hasTmp = false;
    for (FileStatus folder : fs.listStatus(region)) {
      if (folder.getPath().getName().equals(TMP)) {
        hasTmp = true;
        fs.access(folder.getPath(), FsAction.ALL);
      } else if (folder.isDirectory() && !folder.getPath().getName().startsWith(".")) {
        fs.access(folder.getPath(), FsAction.READ_EXECUTE);
      }
    }
    if (!hasTmp) {
      fs.access(region, FsAction.WRITE_EXECUTE); // to make it
    }
  }
}
