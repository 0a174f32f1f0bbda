// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.JobFolder;
import io.lighter.common.engine.PlannedContext;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.engine.range.RangeLimits;
import io.lighter.server.job.Job;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.rpc.SubmitValidator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RangeStoreEngine;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of the range engine, as a region server would request them; both are on the local disk. */
class RangeJobTest {
  private static final int ROWS = 60;
  private static final long RANGE_BYTES = 16_000;
  private static final byte[] FAMILY = TestJobs.FAMILY.getName();

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HFileSystem fs;
  private Path root;
  private HRegion region;

  /** The engine of the region server, with ranges that a few rows fill. */
  public static final class SmallRanges extends RangeStoreEngine {
    @Override
    protected RangeLimits limits(Configuration conf, HStore store) {
      return new RangeLimits(RANGE_BYTES, 0.1, RANGE_BYTES / 8, 3, 2, 2);
    }
  }

  /** Compactions with several outputs. */
  enum Kind {
    MERGE {
      @Override
      void prepare(RangeJobTest test) throws IOException {
        test.writeRows(0, 1_000);
        test.deleteRows(0);
        test.store().triggerMajorCompaction();
      }
    },
    DISTRIBUTION {
      @Override
      void prepare(RangeJobTest test) throws IOException {
        test.writeRows(0, 1_000);
        test.settle();
        test.deleteRows(1);
        test.writeRows(2, 20);
      }
    };

    abstract void prepare(RangeJobTest test) throws IOException;
  }

  /** What a file tells about itself, and its cells. */
  private record Image(
      List<String> cells, String from, String to, String written, List<String> sources) {}

  @BeforeEach
  void createRegion() throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 0);
    fs = new HFileSystem(FileSystem.getLocal(conf));
    root = util.getDataTestDir();
    create();
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @EnumSource
  void outputsOfAJobAreThoseOfALocalCompaction(Kind kind) throws Exception {
    kind.prepare(this);
    CompactionContext compaction = select();

    List<Path> outputs = runJob(compaction);

    List<Image> local = images(compaction.compact(NoLimitThroughputController.INSTANCE, null));
    assertThat(images(outputs)).isEqualTo(local).hasSizeGreaterThan(2);
    List<String> inputs =
        compaction.getRequest().getFiles().stream()
            .map(file -> file.getPath().getName())
            .sorted()
            .toList();
    assertThat(local.get(local.size() - 1).sources()).isEqualTo(inputs);
    assertThat(local.subList(0, local.size() - 1)).allMatch(file -> file.sources().isEmpty());
    assertThat(local).allMatch(file -> (file.from() == null) == (kind == Kind.DISTRIBUTION));
    assertThat(local).allMatch(file -> (file.written() == null) == (kind == Kind.MERGE));
  }

  /** Merges of one range have a single output, or two that its largest file's middle divides. */
  @Test
  void everyJobUntilTheStoreIsQuietIsThatOfALocalCompaction() throws Exception {
    for (int round = 0; round < 3; round++) {
      writeRows(round, 900);
      deleteRows(round);
      while (store().needsCompaction()) {
        CompactionContext compaction = select();
        List<Path> outputs = runJob(compaction);
        assertThat(images(outputs))
            .isEqualTo(images(compaction.compact(NoLimitThroughputController.INSTANCE, null)));
        List<String> before = visible();
        assertThat(
                region.compact(
                    new Ran(compaction, outputs), store(), NoLimitThroughputController.INSTANCE))
            .isTrue();
        assertThat(visible()).isEqualTo(before);
      }
    }
  }

  /** A region server dies when HBase has moved some of the outputs of a job, under DEFAULT. */
  @ParameterizedTest
  @EnumSource
  void crashAfterEachOutputOfAJobChangesNoRead(Kind kind) throws Exception {
    int outputs = Integer.MAX_VALUE;
    for (int moved = 0; moved <= outputs; moved++) {
      HBaseTestingUtility.closeRegionAndWAL(region);
      root = new Path(util.getDataTestDir(), "moved-" + moved);
      create();
      kind.prepare(this);
      List<String> visible = visible();
      long highest = store().getMaxSequenceId().orElseThrow();

      List<Path> written = runJob(select());
      outputs = written.size();
      store().getStoreEngine().commitStoreFiles(written.subList(0, moved), true, true);
      openAgain();

      assertThat(visible()).as("after %d moves", moved).isEqualTo(visible);
      assertThat(store().getMaxSequenceId()).hasValue(highest);
      settle();
      assertThat(visible()).as("after %d moves, compacted", moved).isEqualTo(visible);
    }
    assertThat(outputs).isGreaterThan(2);
  }

  /** A compaction whose outputs are there, for HBase's commit. */
  private static final class Ran extends CompactionContext {
    private final List<Path> outputs;

    Ran(CompactionContext selected, List<Path> outputs) {
      request = selected.getRequest();
      this.outputs = outputs;
    }

    @Override
    public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
      throw new UnsupportedOperationException("already selected");
    }

    @Override
    public boolean select(
        List<HStoreFile> filesCompacting, boolean isUser, boolean offPeak, boolean forceMajor) {
      throw new UnsupportedOperationException("already selected");
    }

    @Override
    public List<Path> compact(ThroughputController throughput, User user) {
      return outputs;
    }
  }

  private void create() throws IOException {
    region =
        HBaseTestingUtility.createRegionAndWAL(
            TestJobs.REGION,
            root,
            conf,
            TableDescriptorBuilder.newBuilder(TestJobs.TABLE)
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallRanges.class.getName())
                .build());
  }

  private void openAgain() throws IOException {
    WAL wal = region.getWAL();
    TableDescriptor table = region.getTableDescriptor();
    region.close(true);
    region = HRegion.openHRegion(conf, region.getFilesystem(), root, TestJobs.REGION, table, wal);
  }

  private HStore store() {
    return region.getStore(FAMILY);
  }

  private void writeRows(int value, int bytes) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      byte[] cell = new byte[bytes];
      cell[0] = (byte) value;
      region.put(
          new Put(row(row)).addColumn(FAMILY, FAMILY, cell).setDurability(Durability.SKIP_WAL));
    }
    region.flush(true);
  }

  private void deleteRows(int first) throws IOException {
    for (int row = first; row < ROWS; row += 3) {
      region.delete(new Delete(row(row)).setDurability(Durability.SKIP_WAL));
    }
    region.flush(true);
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%04d".formatted(number));
  }

  private CompactionContext select() throws IOException {
    return store()
        .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  private void settle() throws IOException {
    while (store().needsCompaction()) {
      region.compact(select(), store(), NoLimitThroughputController.INSTANCE);
    }
  }

  /** Runs a job whose request has been on the wire, and takes its outputs over. */
  private List<Path> runJob(CompactionContext compaction) throws Exception {
    CompactionPlan plan = ((PlannedContext) compaction).plan();
    SubmitRequest.Builder request =
        TestJobs.request()
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(region.getTableDescriptor())))
            .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(region.getRegionInfo())))
            .setEngine(((PlannedEngine) store().getStoreEngine()).compactingEngine())
            .setMajor(compaction.getRequest().isMajor())
            .setAllFiles(compaction.getRequest().isAllFiles())
            .setSmallestReadPoint(store().getSmallestReadPoint())
            .setStoreMaxSequenceId(store().getMaxSequenceId().orElseThrow())
            .clearInput()
            .setPlan(plan);
    for (HStoreFile file : compaction.getRequest().getFiles()) {
      request.addInput(
          InputFile.newBuilder()
              .setName(file.getPath().getName())
              .setLength(file.getReader().length()));
    }
    for (HStoreFile retired : store().getCompactedFiles()) {
      request.addRetiredFile(retired.getPath().getName());
    }
    JobSpec spec =
        new SubmitValidator(fs, root, new ReplicaOrder())
            .validate(SubmitRequest.parseFrom(request.build().toByteArray()));
    Job job = TestJobs.job(spec);
    List<OutputFile> outputs =
        new JobCompaction(
                conf, fs, job, NoLimitThroughputController.INSTANCE, ByteBuffAllocator.HEAP)
            .run();
    Path tempDir = region.getRegionFileSystem().getTempDir();
    List<Path> taken = new ArrayList<>();
    for (OutputFile output : outputs) {
      Path to = new Path(new Path(tempDir, Bytes.toString(FAMILY)), output.getName());
      fs.mkdirs(to.getParent());
      assertThat(
              new JobFolder(tempDir, job.id())
                  .takeOver(fs, Bytes.toString(FAMILY), output.getName(), to))
          .isTrue();
      taken.add(to);
    }
    return taken;
  }

  private List<String> visible() throws IOException {
    List<String> all = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(new Scan().readAllVersions())) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        cells.forEach(cell -> all.add(describe(cell)));
      } while (more);
    }
    return all;
  }

  private static String describe(Cell cell) {
    return cell
        + " value "
        + Bytes.hashCode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  private List<Image> images(List<Path> files) throws IOException {
    List<Image> images = new ArrayList<>();
    for (Path file : files) {
      List<String> cells = new ArrayList<>();
      try (HFile.Reader reader = HFile.createReader(fs, file, CacheConfig.DISABLED, true, conf);
          HFileScanner scanner = reader.getScanner(conf, false, false, true)) {
        for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
          cells.add(describe(scanner.getCell()));
        }
        images.add(
            new Image(
                cells,
                text(reader, "STRIPE_START_KEY"),
                text(reader, "STRIPE_END_KEY"),
                text(reader, "LIGHTER_RANGE_WRITTEN"),
                ProtobufUtil.toCompactedStoreFiles(
                        reader.getHFileInfo().get(HStoreFile.COMPACTION_EVENT_KEY))
                    .stream()
                    .sorted()
                    .toList()));
      }
    }
    return images;
  }

  private static String text(HFile.Reader reader, String key) {
    byte[] value = reader.getHFileInfo().get(Bytes.toBytes(key));
    return value == null ? null : Bytes.toStringBinary(value);
  }
}
