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
import io.lighter.index.gc.LiveSetMemory;
import io.lighter.server.job.Job;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.rpc.SubmitValidator;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
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

/**
 * A region with an engine of Lighter's, whose compactions run as jobs of a compaction server. Both
 * are on the local disk. Used by one thread.
 */
final class LocalJobs implements Closeable {
  private static final byte[] FAMILY = TestJobs.FAMILY.getName();

  /** Engines learn the size of an output block by block. */
  private static final int BLOCK_BYTES = 512;

  private final Configuration conf;
  private final Class<?> engine;
  private final HFileSystem fs;
  private final Path dataDir;
  private Path root;
  private HRegion region;

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

  /**
   * Creates an empty region.
   *
   * @param engine the region server's engine of the table
   */
  LocalJobs(HBaseTestingUtility util, Class<?> engine) throws IOException {
    this.conf = util.getConfiguration();
    this.engine = engine;
    conf.setLong("hbase.hregion.majorcompaction", 0);
    fs = new HFileSystem(FileSystem.getLocal(conf));
    dataDir = util.getDataTestDir();
    root = dataDir;
    create();
  }

  private void create() throws IOException {
    region =
        HBaseTestingUtility.createRegionAndWAL(
            TestJobs.REGION,
            root,
            conf,
            TableDescriptorBuilder.newBuilder(TestJobs.TABLE)
                .modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(TestJobs.FAMILY)
                        .setBlocksize(BLOCK_BYTES)
                        .build())
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
                .build());
  }

  /** Replaces the region by an empty one in another folder. */
  void startAnew(String folder) throws IOException {
    close();
    root = new Path(dataDir, folder);
    create();
  }

  /** Opens the region as after a crash: files that are not committed may be in its folder. */
  void openAgain() throws IOException {
    WAL wal = region.getWAL();
    TableDescriptor table = region.getTableDescriptor();
    region.close(true);
    region = HRegion.openHRegion(conf, region.getFilesystem(), root, TestJobs.REGION, table, wal);
  }

  @Override
  public void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
  }

  HRegion region() {
    return region;
  }

  HFileSystem fs() {
    return fs;
  }

  HStore store() {
    return region.getStore(FAMILY);
  }

  void put(int row, byte[] value) throws IOException {
    region.put(
        new Put(row(row)).addColumn(FAMILY, FAMILY, value).setDurability(Durability.SKIP_WAL));
  }

  void delete(int row) throws IOException {
    region.delete(new Delete(row(row)).setDurability(Durability.SKIP_WAL));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%04d".formatted(number));
  }

  CompactionContext select() throws IOException {
    return store()
        .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  /** Commits the outputs of a job as HBase commits a compaction. */
  void commit(CompactionContext compaction, List<Path> outputs) throws IOException {
    assertThat(
            region.compact(
                new Ran(compaction, outputs), store(), NoLimitThroughputController.INSTANCE))
        .isTrue();
  }

  void settle() throws IOException {
    while (store().needsCompaction()) {
      region.compact(select(), store(), NoLimitThroughputController.INSTANCE);
    }
  }

  /** Runs a job whose request has been on the wire, and takes its outputs over. */
  List<Path> runJob(CompactionContext compaction) throws Exception {
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
                conf,
                fs,
                job,
                NoLimitThroughputController.INSTANCE,
                ByteBuffAllocator.HEAP,
                new IndexJob.Shared(new LiveSetMemory(0), new CountedIndexEvents()))
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

  List<String> visible() throws IOException {
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

  /**
   * What a file tells about itself, and its cells.
   *
   * @param facts values of the file's metadata by key; without what the file does not tell
   * @param sources names that the file lists as its sources
   */
  record Image(List<String> cells, Map<String, String> facts, List<String> sources) {
    Image {
      facts = Map.copyOf(facts);
    }
  }

  /** The images of files, with the facts of these keys. */
  List<Image> images(List<Path> files, List<String> keys) throws IOException {
    List<Image> images = new ArrayList<>();
    for (Path file : files) {
      try (HFile.Reader reader = open(file)) {
        Map<String, String> facts = new HashMap<>();
        for (String key : keys) {
          byte[] value = reader.getHFileInfo().get(Bytes.toBytes(key));
          if (value != null) {
            facts.put(key, Bytes.toStringBinary(value));
          }
        }
        images.add(new Image(cells(reader), facts, sources(reader)));
      }
    }
    return images;
  }

  /** The cells of a file. */
  List<String> cells(HFile.Reader reader) throws IOException {
    List<String> cells = new ArrayList<>();
    try (HFileScanner scanner = reader.getScanner(conf, false, false, true)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        cells.add(describe(scanner.getCell()));
      }
    }
    return cells;
  }

  HFile.Reader open(Path file) throws IOException {
    return HFile.createReader(fs, file, CacheConfig.DISABLED, true, conf);
  }

  /** The names that a file lists as its sources. */
  static List<String> sources(HFile.Reader reader) throws IOException {
    return ProtobufUtil.toCompactedStoreFiles(
            reader.getHFileInfo().get(HStoreFile.COMPACTION_EVENT_KEY))
        .stream()
        .sorted()
        .toList();
  }
}
