// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The folder of a bulk load, below that of the user: {@code FAMILY/FILE}. HBase's tool replaces a
 * file that no longer fits into a region by its halves {@code FAMILY/.tmp/FILE}, also in the user's
 * folder if the table then refuses the load. Thread-safe.
 */
final class LoadFolder {
  /** As HBase's tool names it. */
  private static final String HALVES = ".tmp";

  private final FileSystem fs;
  private final Path source;
  private final Path folder;

  /**
   * Names the folder, which need not be there.
   *
   * @param source folder of the user
   * @param name name of the folder of the load
   */
  LoadFolder(FileSystem fs, Path source, String name) {
    this.fs = fs;
    this.source = source;
    this.folder = new Path(source, name);
  }

  /** The files of a folder by family, halves included; no other hidden ones. */
  static Map<byte[], List<Path>> files(FileSystem fs, Path source) throws IOException {
    Map<byte[], List<Path>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (FileStatus family : list(fs, source)) {
      if (family.isDirectory() && isShown(family)) {
        List<Path> files = new ArrayList<>();
        for (FileStatus file : list(fs, family.getPath())) {
          if (file.isFile() && isShown(file)) {
            files.add(file.getPath());
          }
        }
        for (FileStatus half : list(fs, new Path(family.getPath(), HALVES))) {
          files.add(half.getPath());
        }
        families.put(Bytes.toBytes(family.getPath().getName()), files);
      }
    }
    return families;
  }

  private static boolean isShown(FileStatus status) {
    String name = status.getPath().getName();
    return !name.startsWith("_") && !name.startsWith(".");
  }

  private static FileStatus[] list(FileSystem fs, Path path) throws IOException {
    try {
      return fs.listStatus(path);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /** Moves all files of the user into the folder. */
  void claim() throws IOException {
    for (Map.Entry<byte[], List<Path>> family : files(fs, source).entrySet()) {
      for (Path file : family.getValue()) {
        move(file, new Path(folder, Bytes.toString(family.getKey())));
      }
    }
  }

  /** The files that are not loaded, by family. */
  Map<byte[], List<Path>> files() throws IOException {
    Map<byte[], List<Path>> families = files(fs, folder);
    families.values().removeIf(List::isEmpty);
    return families;
  }

  /** Moves what is not loaded back to the user's folder, and deletes this one. */
  void putBack() throws IOException {
    for (Map.Entry<byte[], List<Path>> family : files().entrySet()) {
      for (Path file : family.getValue()) {
        move(file, new Path(source, Bytes.toString(family.getKey())));
      }
    }
    delete();
  }

  /** HBase takes a name with a dot, such as that of a half, for a reference and passes over it. */
  private void move(Path file, Path to) throws IOException {
    Path target = new Path(to, file.getName().replace('.', '_'));
    if (!fs.mkdirs(to) || !fs.rename(file, target)) {
      throw new IOException("cannot move %s to %s".formatted(file, to));
    }
  }

  void delete() throws IOException {
    boolean unused = fs.delete(folder, true); // false: it was not there
  }
}
