// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.ShellCommand;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Drops the store files of user tables from the page cache: block files and checksum files of all
 * replicas. Logs, system tables and the data nodes' code stay. Thread-safe.
 */
final class StoreFilePages {
  /**
   * Writes back and drops the pages of its arguments ({@code POSIX_FADV_DONTNEED}), as the manual
   * of {@code dd} says. A file that is deleted meanwhile is left out, not made again.
   */
  private static final String DROP =
      """
      for file do
        message=$(dd of="$file" oflag=nocache conv=notrunc,nocreat,fdatasync count=0 2>&1) ||
          [ ! -e "$file" ] || { echo "$message"; exit 1; }
      done
      """;

  /** Files in a command; with their paths well below the kernel's limit of 2 MiB. */
  private static final int BATCH = 1_000;

  /** Listings until none of the folders is removed during the listing. */
  private static final int LISTINGS = 5;

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** {@code blk_ID} and {@code blk_ID_GENERATION.meta}. */
  private static final Pattern BLOCK_FILE = Pattern.compile("blk_(\\d+)(_\\d+\\.meta)?");

  private final Configuration conf;
  private final List<Path> dataFolders;

  /**
   * Creates an object that changes nothing yet.
   *
   * @param conf configuration of a client
   * @param dataFolders folders of the data nodes
   */
  StoreFilePages(Configuration conf, List<Path> dataFolders) {
    this.conf = conf;
    this.dataFolders = List.copyOf(dataFolders);
  }

  /**
   * Drops the pages.
   *
   * @return number of files, at least two for each replica of a block
   * @throws IOException if HDFS does not answer, or the system refuses
   */
  int drop() throws IOException {
    Set<Long> blocks = blocksOfUserTables(LISTINGS);
    List<String> files = new ArrayList<>();
    for (Path folder : dataFolders) {
      files.addAll(files(folder, blocks));
    }
    drop(files);
    return files.size();
  }

  /** The files of blocks below a folder, which may change meanwhile. */
  static List<String> files(Path folder, Set<Long> blocks) throws IOException {
    List<String> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            Matcher name = BLOCK_FILE.matcher(file.getFileName().toString());
            if (name.matches() && blocks.contains(Long.parseLong(name.group(1)))) {
              found.add(file.toString());
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) { // a data node deleted or moved it
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return found;
  }

  /** Writes back and drops the pages of files of the local system. */
  static void drop(List<String> files) throws IOException {
    for (int from = 0; from < files.size(); from += BATCH) {
      List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", DROP, "lighter-drop"));
      command.addAll(files.subList(from, Math.min(files.size(), from + BATCH)));
      ShellCommand.run(command, TIMEOUT);
    }
  }

  /** Lists again after a folder was removed meanwhile. */
  private Set<Long> blocksOfUserTables(int attempts) throws IOException {
    try {
      return blocksOfUserTables();
    } catch (FileNotFoundException e) {
      if (attempts == 1) {
        throw new IOException("HBase removed folders in each of the listings", e);
      }
      return blocksOfUserTables(attempts - 1);
    }
  }

  private Set<Long> blocksOfUserTables() throws IOException {
    Set<Long> blocks = new HashSet<>();
    var root = new org.apache.hadoop.fs.Path(conf.get(HConstants.HBASE_DIR));
    var data = new org.apache.hadoop.fs.Path(root, HConstants.BASE_NAMESPACE_DIR);
    // A clone of a snapshot refers to files of other tables, also to archived ones.
    var archived =
        new org.apache.hadoop.fs.Path(
            new org.apache.hadoop.fs.Path(root, HConstants.HFILE_ARCHIVE_DIRECTORY),
            HConstants.BASE_NAMESPACE_DIR);
    try (FileSystem hdfs = FileSystem.newInstance(root.toUri(), conf)) {
      for (org.apache.hadoop.fs.Path parent : List.of(data, archived)) {
        if (hdfs.exists(parent)) {
          for (var namespace : hdfs.listStatus(parent)) {
            if (!isSystem(namespace.getPath().getName())) {
              addBlocks(hdfs, namespace.getPath(), blocks);
            }
          }
        }
      }
    }
    return blocks;
  }

  private static boolean isSystem(String namespace) {
    return namespace.equals(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR);
  }

  private static void addBlocks(FileSystem hdfs, org.apache.hadoop.fs.Path folder, Set<Long> blocks)
      throws IOException {
    RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(folder, true);
    while (files.hasNext()) {
      if (files.next() instanceof HdfsLocatedFileStatus file) {
        for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
          blocks.add(block.getBlock().getBlockId());
        }
      }
    }
  }
}
