// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A commit that fails after an output was moved into the store's folder. */
class UncommittedOutputsTest {
  private static final String FAMILY = "f";
  private static final String FIRST = "fedcba9876543210fedcba9876543210";
  private static final String OUTPUT = "0123456789abcdef0123456789abcdef";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final RetriedDeletions deletions = new RetriedDeletions();
  private final PendingOutputs pending = new PendingOutputs();
  private final AtomicInteger renamesThatFail = new AtomicInteger();

  /** HDFS refuses a rename by its return value, and reports other failures as exceptions. */
  private boolean renamesAreRefused;

  /** Names of the files that were to be renamed, including failed attempts. */
  private final List<String> renames = new ArrayList<>();

  private OutputPlace place = OutputPlace.JOB_FOLDER;
  private HRegion region;
  private HStore store;
  private RegionFence fence;
  private Path folder;
  private FileSystem fs;

  @BeforeEach
  void createStore() throws IOException {
    TableName name = TableName.valueOf("uncommitted");
    ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.of(FAMILY);
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build());
    region.put(
        new Put(Bytes.toBytes("row")).addColumn(family.getName(), family.getName(), new byte[1]));
    region.flush(true);
    fs =
        new FilterFileSystem(region.getFilesystem()) {
          @Override
          public boolean rename(Path from, Path to) throws IOException {
            renames.add(from.getName());
            if (renamesThatFail.getAndDecrement() > 0) {
              if (renamesAreRefused) {
                return false;
              }
              throw new IOException("HDFS is down");
            }
            return super.rename(from, to);
          }
        };
    store =
        new HStore(region, family, conf, false) {
          @Override
          public FileSystem getFileSystem() {
            return fs;
          }
        };
    folder = region.getRegionFileSystem().getStoreDir(FAMILY);
    fence = RegionFence.raise(fs, region.getRegionFileSystem().getTempDir());
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    deletions.close();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void outputIsDeletedAsSoonAsHdfsAllows(boolean refused) throws IOException {
    renamesThatFail.set(2);
    renamesAreRefused = refused;
    failToCommit(OUTPUT);
    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();

    deletions.retry();
    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();
    assertThat(fence.stands()).isTrue();

    deletions.retry();
    assertThat(fs.exists(new Path(folder, OUTPUT))).isFalse();
    assertThat(fence.stands()).isFalse();
  }

  /** The last output lists the inputs; the first output is a copy only beside that one. */
  @Test
  void lastOutputIsDeletedBeforeTheOthers() throws IOException {
    renamesThatFail.set(1);
    failToCommit(FIRST, OUTPUT);
    assertThat(renames).containsExactly(OUTPUT);
    assertThat(fs.exists(new Path(folder, FIRST))).isTrue();
    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();

    deletions.retry();
    assertThat(renames).containsExactly(OUTPUT, OUTPUT, FIRST);
    assertThat(fs.exists(new Path(folder, FIRST))).isFalse();
    assertThat(fs.exists(new Path(folder, OUTPUT))).isFalse();
  }

  /** HBase deletes the files that its commit has moved, even if the region has another owner. */
  @Test
  void hbaseCommitsOneFileAtATime() throws IOException {
    UncommittedOutputs outputs = new UncommittedOutputs(store, deletions, pending, place);
    List<Path> files = List.of(new Path(folder, FIRST), new Path(folder, OUTPUT));
    add(files);
    List<List<Path>> committed = new ArrayList<>();

    outputs.commit(
        files,
        some -> {
          committed.add(some);
          return List.of();
        });

    assertThat(committed).containsExactly(files.subList(0, 1), files.subList(1, 2));
    assertThat(fence.stands()).isFalse();
  }

  /** A flush, or a compaction that was never to be offloaded, has no pending output. */
  @Test
  void severalOtherFilesAreTakenBackInReverseOrder() throws IOException {
    failToCommit(moved(FIRST, OUTPUT));

    assertThat(renames).containsExactly(OUTPUT, FIRST);
    assertThat(fs.exists(new Path(folder, FIRST))).isFalse();
    assertThat(fs.exists(new Path(folder, OUTPUT))).isFalse();
    assertThat(fences()).hasSize(1);
  }

  @Test
  void severalOtherFilesAreCommittedOneAtATimeDespiteAnInterrupt() throws IOException {
    List<Path> files = List.of(new Path(folder, FIRST), new Path(folder, OUTPUT));
    List<List<Path>> committed = new ArrayList<>();
    List<Boolean> interrupted = new ArrayList<>();
    List<Integer> fencesInCommit = new ArrayList<>();

    Thread.currentThread().interrupt();
    new UncommittedOutputs(store, deletions, pending, place)
        .commit(
            files,
            some -> {
              committed.add(some);
              interrupted.add(Thread.currentThread().isInterrupted());
              fencesInCommit.add(fences().size());
              return List.of();
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(committed).containsExactly(files.subList(0, 1), files.subList(1, 2));
    assertThat(interrupted).containsExactly(false, false);
    assertThat(fencesInCommit).containsExactly(2, 2);
    assertThat(fences()).hasSize(1);
  }

  /** Most flushes write one file, and a fence costs two calls of the name node. */
  @Test
  void oneOtherFileHasNoFenceAndStays() throws IOException {
    failToCommit(moved(OUTPUT));

    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();
    assertThat(renames).isEmpty();
    assertThat(fences()).hasSize(1);
  }

  @Test
  void nextOwnerRemovesEarlierFences() throws IOException {
    RegionFence.removeAll(fs, region.getRegionFileSystem().getTempDir());

    failToCommit(OUTPUT);

    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();
  }

  @Test
  void fileThatTheStoreUsesStays() throws IOException {
    Path used = store.getStorefiles().iterator().next().getPath();

    failToCommit(used.getName());

    assertThat(fs.exists(used)).isTrue();
  }

  @Test
  void outputOfARegionOpenedElsewhereStays() throws IOException {
    fence.remove();

    failToCommit(OUTPUT);

    assertThat(fs.exists(new Path(folder, OUTPUT))).isTrue();
  }

  /** The tracker's list lacks the file of a failed commit: the file is no data for any owner. */
  @Test
  void outputInTheFamilysFolderIsDeletedWithoutARename() throws IOException {
    place = OutputPlace.FAMILY_FOLDER;
    fence.remove();
    fs.create(new Path(folder, OUTPUT)).close();
    List<Path> files = List.of(new Path(folder, OUTPUT));
    add(files);

    failToCommit(files);

    assertThat(fs.exists(new Path(folder, OUTPUT))).isFalse();
    assertThat(renames).isEmpty();
  }

  @Test
  void fileInTheFamilysFolderThatTheStoreUsesStays() throws IOException {
    place = OutputPlace.FAMILY_FOLDER;
    Path used = store.getStorefiles().iterator().next().getPath();

    failToCommit(used.getName());

    assertThat(fs.exists(used)).isTrue();
  }

  /** Without its fence, a file that HBase cannot delete is data for the next owner. */
  @Test
  void outputIsDeletedHoweverManyCompactionsEndBeforeItsCommit() throws IOException {
    List<Path> files = moved(OUTPUT);
    add(files);
    for (int i = 0; i < 100; i++) {
      add(List.of(new Path(folder, "%032x".formatted(i))));
    }

    failToCommit(files);

    assertThat(fs.exists(new Path(folder, OUTPUT))).isFalse();
    assertThat(fence.stands()).isFalse();
  }

  /** All fences of the region; each test starts with one. */
  private List<Path> fences() throws IOException {
    return Stream.of(fs.listStatus(region.getRegionFileSystem().getTempDir()))
        .map(FileStatus::getPath)
        .filter(path -> path.getName().startsWith("fence-"))
        .toList();
  }

  private void add(List<Path> files) {
    Set<String> names = files.stream().map(Path::getName).collect(Collectors.toSet());
    pending.add(new PendingOutput(names, fence, Optional.empty()));
  }

  private void failToCommit(String... names) throws IOException {
    List<Path> files = moved(names);
    add(files);
    failToCommit(files);
  }

  /** Files below {@code .tmp} that HBase has moved into the store's folder. */
  private List<Path> moved(String... names) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : names) {
      if (!fs.exists(new Path(folder, name))) {
        fs.create(new Path(folder, name)).close();
      }
      files.add(new Path(new Path(region.getRegionFileSystem().getTempDir(), FAMILY), name));
    }
    return files;
  }

  private void failToCommit(List<Path> files) {
    UncommittedOutputs outputs = new UncommittedOutputs(store, deletions, pending, place);
    assertThatIOException()
        .isThrownBy(
            () ->
                outputs.commit(
                    files,
                    some -> {
                      throw new IOException("cannot be opened");
                    }))
        .withMessage("cannot be opened");
  }
}
