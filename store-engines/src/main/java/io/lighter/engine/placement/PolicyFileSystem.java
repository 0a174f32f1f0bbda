// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A file system with storage policies. Thread-safe. */
public interface PolicyFileSystem {
  /**
   * A folder at one moment.
   *
   * @param policy name of the storage policy that its new files get
   * @param files files by name, without those that are erasure-coded
   */
  record Folder(String policy, Map<String, StoredFile> files) {}

  /** The storage types that policies ask for. */
  @FunctionalInterface
  interface PolicyTypes {
    /**
     * Returns the storage type of each replica; empty for an unknown policy.
     *
     * @param policy name of a policy
     * @param replicas number of replicas, 1 or more
     */
    List<String> of(String policy, int replicas);
  }

  /**
   * Lists a folder with the blocks of its files, without a call for each file.
   *
   * @param path path of the folder
   */
  Folder list(String path) throws IOException;

  /** Returns the types of all policies of the file system. */
  PolicyTypes types() throws IOException;

  /**
   * Sets the storage policy of a file. Moves no block.
   *
   * @param folder path of the file's folder
   * @param file name of the file
   */
  void setPolicy(String folder, String file, String policy) throws IOException;

  /** Removes the storage policy of a file, which has that of its folder then. Moves no block. */
  void unsetPolicy(String folder, String file) throws IOException;

  /**
   * Asks the file system to move the blocks of a file to where its policy wants them. Does not wait
   * for that. Does nothing if that was asked for before and is not done yet.
   */
  void satisfy(String folder, String file) throws IOException;
}
