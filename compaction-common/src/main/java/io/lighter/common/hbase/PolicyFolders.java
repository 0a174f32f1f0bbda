// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/**
 * Folders {@code storage_policy_…} of a family's folder. With a tracker of store files that wants
 * no temporary folder, HBase writes an output with a storage policy there ({@code
 * StoreFileWriter}), and a commit moves the output into the family's folder. HBase's cleaner of
 * broken files does not look into folders.
 *
 * <p>Stateless.
 */
public final class PolicyFolders {
  private PolicyFolders() {}

  /**
   * Deletes the files in such folders, which crashes have left. The folders stay.
   *
   * <p>The caller is the owner of the store, and opens it: no compaction of the caller writes there
   * yet. An earlier owner that still writes has lost the store. The commit of that owner moves the
   * file first, and so fails.
   *
   * @param family the family's folder; may be missing
   * @param listed names of the store's files, which stay wherever they are
   * @return the deleted files
   * @throws IOException if a folder cannot be listed, or a file cannot be deleted
   */
  public static List<Path> deleteUnfinished(FileSystem fs, Path family, Set<String> listed)
      throws IOException {
    List<Path> deleted = new ArrayList<>();
    for (FileStatus folder : list(fs, family)) {
      if (!folder.isDirectory()
          || !folder.getPath().getName().startsWith(HConstants.STORAGE_POLICY_PREFIX)) {
        continue;
      }
      for (FileStatus file : list(fs, folder.getPath())) {
        if (file.isFile()
            && !listed.contains(file.getPath().getName())
            && fs.delete(file.getPath(), false)) {
          deleted.add(file.getPath());
        }
      }
    }
    return deleted;
  }

  private static FileStatus[] list(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
