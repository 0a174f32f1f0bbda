// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** Tells what this process lacks to read a table's files. Confined to a thread. */
final class FileAccess {
  private final Configuration conf;
  private final String clusterId;

  /**
   * Creates the check.
   *
   * @param clusterId id of the cluster, as its master says
   */
  FileAccess(Configuration conf, String clusterId) {
    this.conf = conf;
    this.clusterId = clusterId;
  }

  /** What is missing, a sentence each; empty if nothing is. */
  List<String> problems(TableName table) throws IOException {
    List<String> problems = new ArrayList<>();
    Path root = CommonFSUtils.getRootDir(conf);
    FileSystem fs = root.getFileSystem(conf);
    if (!isRoot(fs, root, problems)) {
      return problems;
    }
    check(fs, CommonFSUtils.getTableDir(root, table), FsAction.READ_EXECUTE, problems);
    check(fs, new Path(root, HConstants.HFILE_ARCHIVE_DIRECTORY), FsAction.READ_EXECUTE, problems);
    check(fs, new Path(root, HConstants.SNAPSHOT_DIR_NAME), FsAction.READ_EXECUTE, problems);
    checkWorkFolder(fs, root, problems);
    return problems;
  }

  private boolean isRoot(FileSystem fs, Path root, List<String> problems) throws IOException {
    String found;
    try {
      found = String.valueOf(FSUtils.getClusterId(fs, root));
    } catch (AccessControlException e) {
      problems.add(denied(FsAction.READ, new Path(root, HConstants.CLUSTER_ID_FILE_NAME)));
      return false;
    }
    if (found.equals(clusterId)) {
      return true;
    }
    problems.add(
        ("%s = '%s' is not the root folder of cluster %s, whose files a build reads; give the command"
                + " hbase-site.xml, core-site.xml and hdfs-site.xml of a region server")
            .formatted(HConstants.HBASE_DIR, root, clusterId));
    return false;
  }

  private static void check(FileSystem fs, Path path, FsAction action, List<String> problems)
      throws IOException {
    try {
      fs.access(path, action);
    } catch (AccessControlException e) {
      problems.add(denied(action, path));
    } catch (FileNotFoundException e) {
      // HBase creates the folder when it needs it
    }
  }

  private void checkWorkFolder(FileSystem fs, Path root, List<String> problems) throws IOException {
    Path folder = WorkFolder.parent(conf);
    if (fs.makeQualified(folder).toString().startsWith(fs.makeQualified(root) + "/")) {
      problems.add(
          "%s = '%s' is inside of HBase's root folder %s: expected a folder outside of it"
              .formatted(HConstants.TEMPORARY_FS_DIRECTORY_KEY, folder.getParent(), root));
      return;
    }
    try {
      if (!fs.mkdirs(folder)) {
        problems.add("folder %s cannot be created".formatted(folder));
        return;
      }
      fs.access(folder, FsAction.ALL);
    } catch (AccessControlException e) {
      problems.add(
          denied(FsAction.ALL, folder)
              + " (%s names its parent)".formatted(HConstants.TEMPORARY_FS_DIRECTORY_KEY));
    }
  }

  private static String denied(FsAction action, Path path) {
    return "the table has rows, and their files are read in HDFS: user %s lacks %s on %s; run the"
            .formatted(user(), action, path)
        + " command as HBase's user";
  }

  private static String user() {
    try {
      return "'" + UserGroupInformation.getCurrentUser().getShortUserName() + "'";
    } catch (IOException e) {
      return "of this process (" + e.getMessage() + ")";
    }
  }
}
