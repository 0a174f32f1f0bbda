// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ChecksummedLocalFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.backup.HFileArchiver;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A secondary replica that refreshes its list of files, while inputs and outputs of a compaction
 * are in the folder side by side. The primary, which archives inputs, uses HBase's own engine here.
 * The tests archive, add and remove files as needed.
 */
class ReplicaRefreshTest {
  private static final int ROWS = 40;
  private static final long LONG_AGO = Duration.ofDays(30).toMillis();
  private static final String DEFAULT_TRACKER = "DEFAULT";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private TableDescriptor replicated;
  private HRegion primary;
  private HRegion replica;
  private List<Path> inputs;
  private List<String> before;

  /** Counts listings of folders, and runs an action after the next listing. */
  public static final class CountingFileSystem extends ChecksummedLocalFileSystem {
    private static final AtomicInteger LISTINGS = new AtomicInteger();
    private static final AtomicReference<Callable<?>> AFTER_LISTING = new AtomicReference<>();

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
      LISTINGS.incrementAndGet();
      FileStatus[] listed = super.listStatus(path);
      Callable<?> action = AFTER_LISTING.getAndSet(null);
      if (action != null) {
        try {
          action.call();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
      return listed;
    }
  }

  @BeforeEach
  void openBoth() throws IOException {
    conf.setClass("fs.file.impl", CountingFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    open(DefaultStoreEngine.class, DEFAULT_TRACKER);
  }

  @AfterEach
  void close() throws IOException {
    replica.close();
    HBaseTestingUtility.closeRegionAndWAL(primary);
    util.cleanupTestDir();
  }

  @Test
  void inputsOfReplayedCompactionsStayOut() throws IOException {
    compactAndReplay();
    store(replica).closeAndArchiveCompactedFiles(); // the replica no longer knows the inputs
    assertInputsAreInTheFolder();

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary));
  }

  @Test
  void inputsStayOutIfTheOutputPrecedesTheMarker() throws IOException {
    primary.compact(true);
    store(replica).refreshStoreFiles();
    replay(inputs);
    store(replica).closeAndArchiveCompactedFiles();
    assertInputsAreInTheFolder();

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  @Test
  void filesOutsideTheListOfAnOpenedPrimaryStayOut() throws IOException {
    primary.compact(true);
    store(replica).refreshStoreFiles(files(primary));
    store(replica).closeAndArchiveCompactedFiles();
    assertInputsAreInTheFolder();

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  @Test
  void droppedDeleteMarkersStillHideOlderCells() throws IOException {
    compactAndReplay();
    store(replica).closeAndArchiveCompactedFiles();
    deleteFirstRow();
    store(replica).refreshStoreFiles();
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary)).hasSize(2);

    compactAndReplay(); // drops the marker
    store(replica).refreshStoreFiles();

    assertInputsAreInTheFolder();
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  @Test
  void deletedOutputLosesNoRow() throws IOException {
    primary.compact(true);
    refreshTwice();
    assertThat(rows(replica)).isEqualTo(before);

    takeBackOutputs();

    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(before);
    store(replica).closeAndArchiveCompactedFiles();
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).hasSize(inputs.size());
  }

  @Test
  void replicaOpenedBesideAnOutputLosesNoRowWhenItIsDeleted() throws IOException {
    primary.compact(true);
    replica.close();
    replica = openReplica();
    assertThat(rows(replica)).isEqualTo(before);

    takeBackOutputs();
    store(replica).refreshStoreFiles();

    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).hasSize(inputs.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void halfOfTheOutputsHidesNoRow(int late) throws IOException {
    reopen(DateTieredStoreEngine.class, DEFAULT_TRACKER);
    primary.compact(true);
    Runnable putBack = putAside(outputs(2).get(late));

    refreshTwice();
    assertThat(rows(replica)).isEqualTo(before);

    putBack.run();
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(before);
    store(primary).closeAndArchiveCompactedFiles();
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void replicaOpenedBesideHalfOfTheOutputsMissesNoRow(int late) throws IOException {
    reopen(DateTieredStoreEngine.class, DEFAULT_TRACKER);
    primary.compact(true);
    putAside(outputs(2).get(late));
    replica.close();

    replica = openReplica();

    assertThat(rows(replica)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void allInputsGoWhenTheFirstOneHasLeft(int left) throws IOException {
    primary.compact(true);
    store(replica).refreshStoreFiles();
    putAside(inputs.get(left));

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
    assertThat(rows(replica)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void replicaTakesALateOutputAloneOnceAnInputHasLeft(int left) throws IOException {
    primary.compact(true);
    putAside(inputs.get(left));

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
    assertThat(rows(replica)).isEqualTo(before);
  }

  /** A reader of the primary still has one input open. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void inputsArchivedAfterTheListingAreReadWithTheRemainingOne(int left) throws IOException {
    deleteFirstRow();
    store(replica).refreshStoreFiles();
    List<Path> compacted = paths(store(primary).getStorefiles());
    assertThat(compacted).hasSize(4);
    primary.compact(true); // drops the marker
    CountingFileSystem.AFTER_LISTING.set(
        () -> {
          for (Path input : compacted) {
            if (!input.equals(compacted.get(left))) {
              archive(input);
            }
          }
          return null;
        });

    store(replica).refreshStoreFiles();

    assertThat(CountingFileSystem.AFTER_LISTING).hasNullValue();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  /** The upper one of two regions after a split: HBase links files that have no lower half. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void linksAreInputsLikeOtherFiles(int left) throws IOException {
    replaceByLinks(inputs);
    deleteFirstRow();
    store(replica).refreshStoreFiles();
    List<Path> compacted = paths(store(primary).getStorefiles());
    assertThat(compacted).hasSize(4).filteredOn(HFileLink::isHFileLink).hasSize(3);
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));

    primary.compact(true); // drops the marker
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).hasSize(5);

    for (Path input : compacted) {
      if (!input.equals(compacted.get(left))) {
        archive(input);
      }
    }
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  @Test
  void compactionInThePrimarysWalRemovesLinks() throws IOException {
    replaceByLinks(inputs);
    deleteFirstRow();
    store(replica).refreshStoreFiles();

    compactAndReplay(); // drops the marker
    store(replica).refreshStoreFiles();

    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  @Test
  void inputNewToTheReplicaIsReadWithTheOthers() throws IOException {
    deleteFirstRow();
    primary.compact(true);

    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));

    takeBackOutputs();
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
  }

  @Test
  void archivedInputOfTheFirstCompactionDoesNotCommitTheSecond() throws IOException {
    primary.compact(true);
    store(replica).refreshStoreFiles();
    deleteFirstRow();
    List<String> committed = files(primary);
    primary.compact(true); // drops the marker
    putAside(inputs.get(0));

    refreshTwice();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).containsAll(committed);

    takeBackOutputs();
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(withoutFirst(before));
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(committed);
  }

  /** The first output does not list the inputs, and its compaction may drop delete markers. */
  @Test
  void allInputsGoWhenTheFirstOfOrderedOutputsWasCompactedAgain() throws IOException {
    conf.set("lighter.engine.delegate", DateTieredStoreEngine.class.getName());
    reopen(OffloadingStoreEngine.class, DEFAULT_TRACKER);
    primary.compact(true);
    List<HStoreFile> outputs = List.copyOf(store(primary).getStorefiles());
    assertThat(outputs).hasSize(2);
    store(replica).refreshStoreFiles();
    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).containsAll(inputs.stream().map(Path::getName).toList());
    HStoreFile first = outputs.get(outputs.get(0).getCompactedStoreFiles().isEmpty() ? 0 : 1);
    assertThat(first.getCompactedStoreFiles()).isEmpty();

    String again = writeOutputOf(first);
    store(replica).refreshStoreFiles();

    assertInputsAreInTheFolder();
    assertThat(files(replica))
        .contains(again)
        .doesNotContainAnyElementsOf(inputs.stream().map(Path::getName).toList());
  }

  @Test
  void stripesAreReadWithTheirInputsUntilTheInputsLeave() throws IOException {
    conf.setInt(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, 2);
    conf.setInt(StripeStoreConfig.MIN_FILES_L0_KEY, 2);
    conf.setBoolean(StripeStoreConfig.FLUSH_TO_L0_KEY, true);
    reopen(StripeStoreEngine.class, DEFAULT_TRACKER);
    primary.compact(true);
    outputs(2);
    refreshTwice();
    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).hasSize(2 + inputs.size());

    replica.close();
    replica = openReplica();
    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).hasSize(2 + inputs.size());
    store(primary).closeAndArchiveCompactedFiles();
    store(replica).refreshStoreFiles();

    assertThat(rows(replica)).isEqualTo(before);
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary)).hasSize(2);
  }

  @Test
  void filesAreAddedOldestFirstAndStripesOneByOne() throws IOException {
    conf.setInt(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, 2);
    conf.setInt(StripeStoreConfig.MIN_FILES_L0_KEY, 2);
    conf.setBoolean(StripeStoreConfig.FLUSH_TO_L0_KEY, true);
    reopen(StripeStoreEngine.class, DEFAULT_TRACKER);
    List<HStoreFile> files = new ArrayList<>(store(primary).getStorefiles());
    primary.compact(true);
    List<HStoreFile> stripes = List.copyOf(store(primary).getStorefiles());
    assertThat(stripes).hasSize(2);
    files.addAll(stripes);
    deleteFirstRow();
    deleteFirstRow();
    List<HStoreFile> newer = new ArrayList<>(store(primary).getStorefiles());
    newer.removeAll(stripes);
    assertThat(newer).hasSize(2);
    files.addAll(newer);
    Collections.reverse(files);

    List<List<HStoreFile>> steps = OffloadingStoreEngine.stepsOldestFirst(files);

    assertThat(steps.stream().flatMap(List::stream).toList())
        .containsExactlyInAnyOrderElementsOf(files)
        .isSortedAccordingTo(Comparator.comparingLong(HStoreFile::getMaxSequenceId));
    assertThat(steps).filteredOn(step -> step.stream().anyMatch(stripes::contains)).hasSize(2);
    assertThat(steps.get(steps.size() - 1)).containsExactlyInAnyOrderElementsOf(newer);
  }

  @Test
  void trackerWithAListShowsOnlyCommittedFiles() throws IOException {
    reopen(DefaultStoreEngine.class, "FILE");
    primary.compact(true);
    assertInputsAreInTheFolder();

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
    assertThat(rows(replica)).isEqualTo(before);
  }

  @Test
  void fileAddedByARefreshIsNotAddedAgain() throws IOException {
    deleteFirstRow();
    StoreEngine<?, ?, ?, ?> engine = store(replica).getStoreEngine();
    String flushed = files(primary).get(inputs.size());
    HStoreFile again =
        engine.createStoreFileAndReader(
            new Path(inputs.get(0).getParent(), flushed)); // as if the WAL had the flush
    store(replica).refreshStoreFiles();

    engine.addStoreFiles(List.of(again), () -> {});

    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary));
  }

  /** A marker that is replayed while a refresh makes the same change. */
  @Test
  void compactionSeenByARefreshIsNotAppliedAgain() throws IOException {
    List<HStoreFile> open = List.copyOf(store(replica).getStorefiles());
    primary.compact(true);
    StoreEngine<?, ?, ?, ?> engine = store(replica).getStoreEngine();
    HStoreFile again =
        engine.createStoreFileAndReader(new Path(inputs.get(0).getParent(), files(primary).get(0)));
    archive(inputs.get(0)); // shows the commit
    store(replica).refreshStoreFiles();
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);

    engine.replaceStoreFiles(open, List.of(again), () -> {}, () -> {});

    assertThat(files(replica)).isEqualTo(files(primary));
    assertThat(store(replica).getCompactedFiles()).containsExactlyInAnyOrderElementsOf(open);
    assertThat(rows(replica)).isEqualTo(before);
  }

  @Test
  void refreshListsTheFolderOnce() throws IOException {
    primary.compact(true);
    for (int refresh = 0; refresh < 2; refresh++) { // with and without something new
      int listings = CountingFileSystem.LISTINGS.get();
      store(replica).refreshStoreFiles();
      assertThat(CountingFileSystem.LISTINGS.get()).isEqualTo(listings + 1);
    }
  }

  private void reopen(Class<?> engine, String tracker) throws IOException {
    close();
    open(engine, tracker);
  }

  /**
   * Opens three files and their replica; for date tiers, two files with two tiers each.
   *
   * @param engine engine of the primary, which is underneath Lighter's engine in the replica
   */
  private void open(Class<?> engine, String tracker) throws IOException {
    if (engine != OffloadingStoreEngine.class) {
      conf.set("lighter.engine.delegate", engine.getName());
    }
    primary = LocalRegion.create(conf, util.getDataTestDir(), table(engine, tracker));
    if (engine == DefaultStoreEngine.class) {
      LocalRegion.fill(primary, ROWS);
    } else {
      fillTwoTiers();
    }
    inputs = paths(store(primary).getStorefiles());
    replicated = table(OffloadingStoreEngine.class, tracker);
    replica = openReplica();
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary));
    before = rows(replica);
    assertThat(before).hasSizeGreaterThan(ROWS / 2).isEqualTo(rows(primary));
  }

  /** Moves files to another region, leaves links, and opens both regions again. */
  private void replaceByLinks(List<Path> files) throws IOException {
    WAL wal = primary.getWAL();
    replica.close();
    primary.close();
    String other = "0123456789abcdef0123456789abcdef";
    for (Path file : files) {
      Path folder = file.getParent();
      Path elsewhere = new Path(folder.getParent().getParent(), other + "/" + folder.getName());
      primary.getFilesystem().mkdirs(elsewhere);
      assertThat(primary.getFilesystem().rename(file, new Path(elsewhere, file.getName())))
          .isTrue();
      HFileLink.create(
          conf,
          primary.getFilesystem(),
          folder,
          primary.getTableDescriptor().getTableName(),
          other,
          file.getName());
    }
    Path root = new Path(util.getDataTestDir(), replicated.getTableName().getNameAsString());
    primary =
        HRegion.openHRegion(root, primary.getRegionInfo(), primary.getTableDescriptor(), wal, conf);
    replica = openReplica();
    assertThat(rows(primary)).isEqualTo(before);
    assertThat(rows(replica)).isEqualTo(before);
  }

  private HRegion openReplica() throws IOException {
    Path root = new Path(util.getDataTestDir(), replicated.getTableName().getNameAsString());
    CommonFSUtils.setRootDir(conf, root);
    return HRegion.openHRegion(
        root,
        RegionReplicaUtil.getRegionInfoForReplica(primary.getRegionInfo(), 1),
        replicated,
        null,
        conf);
  }

  private void fillTwoTiers() throws IOException {
    long now = System.currentTimeMillis();
    for (int flush = 0; flush < 2; flush++) {
      for (int row = 0; row < ROWS; row++) {
        LocalRegion.put(primary, row, (row % 2 == 0 ? now - LONG_AGO : now) + flush);
      }
      primary.flush(true);
    }
  }

  private void deleteFirstRow() throws IOException {
    LocalRegion.delete(primary, 0, 4);
    primary.flush(true);
  }

  /** Moves the output of a compaction into the folder, as the primary does. */
  private String writeOutputOf(HStoreFile input) throws IOException {
    HStore store = store(primary);
    StoreFileWriter writer =
        store
            .getStoreEngine()
            .createWriter(
                CreateStoreFileWriterParams.create()
                    .maxKeyCount(1)
                    .compression(Compression.Algorithm.NONE)
                    .isCompaction(true)
                    .includeMVCCReadpoint(true)
                    .includesTag(false)
                    .shouldDropBehind(false));
    writer.appendMetadata(input.getMaxSequenceId() + 1, false, List.of(input));
    writer.close();
    return primary
        .getRegionFileSystem()
        .commitStoreFile(store.getColumnFamilyName(), writer.getPath())
        .getName();
  }

  private List<Path> outputs(int number) {
    List<Path> outputs = paths(store(primary).getStorefiles());
    assertThat(outputs).hasSize(number);
    return outputs;
  }

  private void refreshTwice() throws IOException {
    store(replica).refreshStoreFiles();
    store(replica).refreshStoreFiles();
  }

  /** Deletes outputs as HBase does when a commit fails. */
  private void takeBackOutputs() throws IOException {
    for (Path output : paths(store(primary).getStorefiles())) {
      primary.getFilesystem().delete(output, false);
    }
  }

  /** Removes a file from the folder, as before its move or after its archiving. */
  private Runnable putAside(Path file) throws IOException {
    Path aside = new Path(util.getDataTestDir(), file.getName());
    assertThat(primary.getFilesystem().rename(file, aside)).isTrue();
    return () -> {
      try {
        assertThat(primary.getFilesystem().rename(aside, file)).isTrue();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    };
  }

  private void archive(Path file) throws IOException {
    HFileArchiver.archiveStoreFile(
        conf,
        primary.getFilesystem(),
        primary.getRegionInfo(),
        primary.getRegionFileSystem().getTableDir(),
        LocalRegion.FAMILY,
        file);
  }

  private void compactAndReplay() throws IOException {
    List<Path> compacted = paths(store(primary).getStorefiles());
    primary.compact(true);
    replay(compacted);
  }

  private void replay(List<Path> compacted) throws IOException {
    HStore store = store(primary);
    store(replica)
        .replayCompactionMarker(
            ProtobufUtil.toCompactionDescriptor(
                primary.getRegionInfo(),
                LocalRegion.FAMILY,
                compacted,
                paths(store.getStorefiles()),
                primary.getRegionFileSystem().getStoreDir(store.getColumnFamilyName())),
            true,
            false);
  }

  private void assertInputsAreInTheFolder() throws IOException {
    for (Path input : inputs) {
      assertThat(primary.getFilesystem().exists(input)).isTrue();
    }
  }

  private static TableDescriptor table(Class<?> engine, String tracker) {
    return LocalRegion.table("replicated", engine)
        .setRegionReplication(2)
        .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
        .build();
  }

  private static HStore store(HRegion region) {
    return region.getStore(LocalRegion.FAMILY);
  }

  private static List<String> files(HRegion region) {
    return paths(store(region).getStorefiles()).stream().map(Path::getName).toList();
  }

  private static List<Path> paths(Collection<HStoreFile> files) {
    return files.stream().map(HStoreFile::getPath).toList();
  }

  /** All cells of the family, as text. */
  private static List<String> rows(HRegion region) throws IOException {
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(new Scan().addFamily(LocalRegion.FAMILY))) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(row);
        if (!row.isEmpty()) {
          rows.add(row.toString());
        }
        row.clear();
      }
    }
    return rows;
  }

  private static List<String> withoutFirst(List<String> rows) {
    return rows.subList(1, rows.size());
  }
}
