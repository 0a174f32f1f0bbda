// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.hdfs.LocalAddresses;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.FileSettings;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.RefusedException;
import io.lighter.server.job.TestJobs;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.replica.ReplicaOrders;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.ForestStoreEngine;
import org.apache.hadoop.hbase.regionserver.RangeStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmitValidatorTest {
  private static final String RANGE_ENGINE = RangeStoreEngine.class.getName();
  private static final String FOREST_ENGINE = ForestStoreEngine.class.getName();

  @TempDir private java.nio.file.Path temp;
  private Path regionDir;
  private SubmitValidator validator;

  @BeforeEach
  void regionWithOneFile() throws Exception {
    Path root = new Path(temp.toUri());
    Path tableDir = CommonFSUtils.getTableDir(root, TestJobs.TABLE.getTableName());
    regionDir = new Path(tableDir, TestJobs.REGION.getEncodedName());
    java.nio.file.Path family = java.nio.file.Path.of(regionDir.toUri().getPath(), "f");
    Files.createDirectories(family);
    Files.createFile(family.resolve("abc"));
    Files.createDirectory(family.resolve("def"));
    Files.createFile(temp.resolve("abc"));
    validator =
        new SubmitValidator(FileSystem.getLocal(new Configuration()), root, new ReplicaOrder());
  }

  @Test
  void validRequestGetsDerivedPaths() throws Exception {
    SubmitRequest request = TestJobs.request().build();

    JobSpec spec = validator.validate(request);

    assertThat(spec.folder().path())
        .isEqualTo(new Path(new Path(regionDir, ".tmp"), request.getJobId()));
    assertThat(spec.inputBytes()).isEqualTo(100);
  }

  /** HBase empties .tmp when another region server opens the region. */
  @Test
  void folderOfAJobThatMayOutliveItsRegionServerIsOutsideOfTmp() throws Exception {
    SubmitRequest request = TestJobs.request().setGraceMs(1).build();

    JobSpec spec = validator.validate(request);

    assertThat(spec.outlives()).isTrue();
    assertThat(spec.folder().path())
        .isEqualTo(new Path(new Path(regionDir, ".lighter-jobs"), request.getJobId()));
    assertThat(spec.output().path()).isEqualTo(spec.folder().path());
  }

  @Test
  void jobHasHBasesFavouredNodes() throws Exception {
    JobSpec spec =
        validator.validate(
            TestJobs.request()
                .addFavoredNode("dn1.example.com:9866")
                .addFavoredNode("b:1")
                .build());

    assertThat(spec.favoredNodes())
        .containsExactly(
            InetSocketAddress.createUnresolved("dn1.example.com", 9866),
            InetSocketAddress.createUnresolved("b", 1));
    assertThat(validator.validate(TestJobs.request().build()).favoredNodes()).isEmpty();
  }

  /** HBase and HDFS name the region server's machine differently, without resemblance. */
  @Test
  void jobsFavouredNodeIsFoundByMachineAddress() throws Exception {
    BlockLocation[] blocks = {
      new BlockLocation(new String[] {"10.0.0.7:9866"}, new String[] {"storage-7"}, 0, 100)
    };
    validator = new SubmitValidator(located(blocks), new Path(temp.toUri()), new ReplicaOrder());
    SubmitRequest.Builder request = TestJobs.request();

    assertThat(validator.validate(request.build()).favoredNodes()).isEmpty();
    assertThat(
            validator
                .validate(
                    request
                        .addRegionServerAddress("192.168.0.7")
                        .addRegionServerAddress("10.0.0.7")
                        .build())
                .favoredNodes())
        .containsExactly(InetSocketAddress.createUnresolved("10.0.0.7", 9866));
  }

  @Test
  void jobCountsNotAgainstTheRegionServersDataNodeIfReplicasAreOrdered() throws Exception {
    BlockLocation[] blocks = {
      new BlockLocation(
          new String[] {"10.0.0.7:9866", "10.0.0.8:9866"},
          new String[] {"rs.example.com", "b"},
          0,
          100)
    };
    SubmitRequest request = TestJobs.request().setRegionServer("rs.example.com,16020,1").build();
    FileSystem hdfs = located(blocks);
    Path root = new Path(temp.toUri());
    ReplicaOrder inForce = new ReplicaOrder();
    ReplicaOrders.inForce(inForce);

    JobSpec ordered = new SubmitValidator(hdfs, root, inForce).validate(request);
    JobSpec inHdfsOrder = new SubmitValidator(hdfs, root, new ReplicaOrder()).validate(request);

    assertThat(ordered.dataNodes()).containsExactly("b");
    assertThat(ordered.regionServersDataNode())
        .contains(InetSocketAddress.createUnresolved("rs.example.com", 9866));
    assertThat(inHdfsOrder.dataNodes()).containsExactly("b", "rs.example.com");
  }

  /** An object store has no DataNodes, so no job counts against one. */
  @Test
  void inventedLocationsAreNotUsed() throws Exception {
    BlockLocation invented =
        new BlockLocation(new String[] {"localhost:9866"}, new String[] {"localhost"}, 0, 100);
    Path root = new Path(temp.toUri());

    JobSpec spec =
        new SubmitValidator(located(true, invented), root, new ReplicaOrder())
            .validate(TestJobs.request().build());

    assertThat(spec.dataNodes()).isEmpty();
    assertThat(spec.regionServersDataNode()).isEmpty();
  }

  /** Local files whose blocks are listed as these. */
  private static FileSystem located(BlockLocation... blocks) throws IOException {
    return located(false, blocks);
  }

  private static FileSystem located(boolean invented, BlockLocation... blocks) throws IOException {
    return new FilterFileSystem(FileSystem.getLocal(new Configuration())) {
      @Override
      public boolean hasPathCapability(Path path, String capability) {
        return invented && capability.equals("fs.capability.virtual.block.locations");
      }

      @Override
      public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) throws IOException {
        return RemoteIterators.mappingRemoteIterator(
            super.listLocatedStatus(folder), file -> new LocatedFileStatus(file, blocks));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b", "b:", "b:x", "b:70000", "b:1:2"})
  void favouredNodeWithoutHostAndPortIsInvalid(String node) {
    assertThat(refusal(TestJobs.request().addFavoredNode(node))).isEqualTo(Refusal.INVALID);
  }

  /** Each address is compared with the DataNodes' addresses, without a look-up. */
  @ParameterizedTest
  @ValueSource(strings = {"", "b", "10.0.0", "10.0.0.1:1", "10.0.0.256"})
  void malformedAddressIsInvalid(String address) {
    assertThat(refusal(TestJobs.request().addRegionServerAddress("10.0.0.1"))).isNull();
    assertThat(refusal(TestJobs.request().addRegionServerAddress("fd00::1"))).isNull();
    assertThat(refusal(TestJobs.request().addRegionServerAddress(address)))
        .isEqualTo(Refusal.INVALID);
  }

  @Test
  void tooManyAddressesAreInvalid() {
    SubmitRequest.Builder request = TestJobs.request();
    for (int i = 0; i <= LocalAddresses.MOST; i++) {
      request.addRegionServerAddress("10.0.0." + i);
    }

    assertThat(refusal(request)).isEqualTo(Refusal.INVALID);
  }

  @Test
  void impossibleFileSettingsAreInvalid() {
    FileSettings possible = new HdfsFileSettings(3, 1 << 20, 0022, "CRC32C", 512).toProto();

    assertThat(refusal(TestJobs.request().setFileSettings(possible))).isNull();
    assertThat(
            refusal(
                TestJobs.request().setFileSettings(possible.toBuilder().setReplication(0).build())))
        .isEqualTo(Refusal.INVALID);
    assertThat(refusal(TestJobs.request().setFileSettings(FileSettings.getDefaultInstance())))
        .isEqualTo(Refusal.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../abc",
        "..",
        ".",
        "",
        "/abc",
        "f/abc",
        "abc/../abc",
        "abc...",
        "abc.../../x",
        "abc.x/y",
        "abc..",
        "abc...0123456789abcdef0123456789abcdef",
        "t=..-abc",
        "..=0123456789abcdef0123456789abcdef-abc",
        "..=t=0123456789abcdef0123456789abcdef-abc",
        "a..b=0123456789abcdef0123456789abcdef-abc...",
        "a..b=0123456789abcdef0123456789abcdef-abc.../x",
        "%2e%2e",
        "abc\n",
        "hdfs://evil/abc",
        "abc\\x",
        ".tmp",
        "ABC"
      })
  void namesThatAreNoStoreFilesAreInvalid(String hostile) {
    assertThat(refusal(withInput(hostile, 1))).isEqualTo(Refusal.INVALID);
    assertThat(refusal(TestJobs.request().addRetiredFile(hostile))).isEqualTo(Refusal.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789abcdef0123456789abcdef",
        "abc_SeqId_4_",
        "abc.0123456789abcdef0123456789abcdef",
        "t=0123456789abcdef0123456789abcdef-abc",
        "t=0123456789abcdef0123456789abcdef-abc.0123456789abcdef0123456789abcdef",
        "ns=a..b=0123456789abcdef0123456789abcdef-abc",
        "a..b=0123456789abcdef0123456789abcdef-abc.0123456789abcdef0123456789abcdef"
      })
  void allKindsOfStoreFilesMayBeNamedButMustExist(String name) {
    assertThat(refusal(withInput(name, 1))).isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(TestJobs.request().addRetiredFile(name))).isNull();
  }

  @Test
  void folderIsNoFile() {
    assertThat(refusal(withInput("def", 1))).isEqualTo(Refusal.NOT_FOUND);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void malformedRequestsAreInvalid(SubmitRequest.Builder request) {
    assertThat(refusal(request)).isEqualTo(Refusal.INVALID);
  }

  static Stream<SubmitRequest.Builder> malformed() {
    InputFile.Builder input = InputFile.newBuilder().setName("abc");
    return Stream.of(
        TestJobs.request().setJobId("cj-../../../etc"),
        TestJobs.request().setJobId(""),
        TestJobs.request().clearInput(),
        TestJobs.request().addInput(input.setLength(1)),
        withInput("abc", 0),
        withInput("abc", -1),
        withInput("abc", Long.MAX_VALUE)
            .addInput(InputFile.newBuilder().setName("def").setLength(1)),
        TestJobs.request().setDeadlineMs(0),
        TestJobs.request().setRegionServerTimeMs(0),
        TestJobs.request().setHeartbeatTimeoutMs(-1),
        TestJobs.request().setGraceMs(-1),
        TestJobs.request().setGraceMs(1).setInFamilyFolder(true),
        TestJobs.request().setAllFiles(false),
        TestJobs.request().setRegionServer("nobody"),
        TestJobs.request().setRegionServer("rs.example.org,99999,1"),
        TestJobs.request().setRegionServer("rs.example.org,99999999999,1"),
        TestJobs.request().setRegionServer("rs.example.org,1,99999999999999999999"),
        TestJobs.request().setTableDescriptor(ByteString.copyFromUtf8("junk")),
        TestJobs.request().setRegionInfo(ByteString.copyFromUtf8("junk")),
        TestJobs.request().setRegionInfo(region(TableName.valueOf("other"), 0)),
        TestJobs.request().setRegionInfo(region(TestJobs.TABLE.getTableName(), 1)),
        TestJobs.request().setEngine(StripeStoreEngine.class.getName()),
        TestJobs.request().setPlan(dateTiered("HOT")));
  }

  @Test
  void planOfRangesNeedsAscendingBoundariesAndOneWayToDivide() {
    assertThat(refusal(withRanges("", "b", "c", ""))).isNull();
    assertThat(refusal(withRanges("", ""))).isNull();
    assertThat(refusal(withRanges(ranges("a", "b").setMostOutputs(3).setOutputCells(7)))).isNull();
    assertInvalid(
        withRanges(),
        withRanges("a"),
        withRanges("b", "a"),
        withRanges("a", "a"),
        withRanges("a", "", "b"),
        withRanges("", "", ""),
        withRanges(ranges("a", "b").setMostOutputs(3)),
        withRanges(ranges("a", "b").setOutputCells(7)),
        withRanges(ranges("a", "b", "c").setMostOutputs(3).setOutputCells(7)),
        withRanges(ranges("a", "b").setMostOutputs(0).setOutputCells(7)),
        withRanges(ranges("a", "b").setMostOutputs(3).setOutputCells(0)),
        withRanges(ranges("a", "b").setWrittenMs(-1)),
        withRanges("", "b").setEngine(StripeStoreEngine.class.getName()),
        TestJobs.request().setEngine(RANGE_ENGINE),
        withRanges(ranges("a", "b").setMostOutputs(3).setOutputCells(7))
            .setEngine(StripeStoreEngine.class.getName()));
  }

  @Test
  void planOfTreesNeedsATreeAndLimits() {
    assertThat(refusal(withTrees(trees("b", "c")))).isNull();
    assertThat(refusal(withTrees(trees()))).isNull();
    assertThat(refusal(withTrees(trees().clearStage().clearLow().clearHigh())))
        .as("files that a coprocessor chose")
        .isNull();
    assertInvalid(
        withTrees(CompactionPlan.Trees.newBuilder()),
        withTrees(trees("c", "b")),
        withTrees(trees("b", "b")),
        withTrees(trees().clearStage()),
        withTrees(trees().clearLow()),
        withTrees(trees().clearHigh()),
        withTrees(trees().setStage(0)),
        withTrees(trees().setStage(65)),
        withTrees(trees().setLow(9)),
        withTrees(trees().clearSstBytes()),
        withTrees(trees().setSstBytes(0)),
        withTrees(trees().setSstMinBytes(-1)),
        withTrees(trees().setSstMinBytes(101)),
        withTrees(trees().clearPiecesPerFence()),
        withTrees(trees().setWrittenMs(-1)),
        withTrees(trees().setDropDeletes(false)),
        withTrees(trees()).setMajor(false).setAllFiles(false),
        TestJobs.request().setEngine(FOREST_ENGINE));
  }

  @Test
  void planOfAnotherEngineIsInvalid() {
    assertInvalid(
        withTrees(trees()).setEngine(RANGE_ENGINE),
        withTrees(trees()).setEngine(StripeStoreEngine.class.getName()),
        withTrees(trees()).setEngine(DefaultStoreEngine.class.getName()),
        withRanges("", "").setEngine(FOREST_ENGINE));
  }

  static Stream<String> engines() {
    return Stream.of(FOREST_ENGINE, RANGE_ENGINE, DefaultStoreEngine.class.getName());
  }

  /** A later build may send it for an engine of any name: this server would leave the plan out. */
  @ParameterizedTest
  @MethodSource("engines")
  void planOfAnUnknownKindIsNotSupported(String engine) {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(
                99,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("x"))
                    .build())
            .build();

    assertThat(
            refusal(
                TestJobs.request()
                    .setEngine(engine)
                    .setPlan(CompactionPlan.newBuilder().setUnknownFields(later))))
        .isEqualTo(Refusal.UNSUPPORTED);
  }

  /** Otherwise HBase would drop markers of a family while older puts stay. */
  @Test
  void onlyAPlanForAllFilesDropsDeleteMarkers() {
    SubmitRequest.Builder dropping = withRanges(ranges("a", "b").setDropDeletes(true));

    assertThat(refusal(dropping)).isNull();
    assertInvalid(dropping.setMajor(false).setAllFiles(false));
  }

  @Test
  void missingRegionOrFamilyIsNotFound() {
    SubmitRequest.Builder otherRegion =
        TestJobs.request()
            .setRegionInfo(
                ByteString.copyFrom(
                    RegionInfo.toByteArray(
                        RegionInfoBuilder.newBuilder(TestJobs.TABLE.getTableName())
                            .setRegionId(77)
                            .build())));

    assertThat(refusal(otherRegion)).isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(TestJobs.request().setFamily(ByteString.copyFromUtf8("g"))))
        .isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(TestJobs.request().setFamily(ByteString.copyFromUtf8("../f"))))
        .isEqualTo(Refusal.NOT_FOUND);
  }

  @Test
  void unsupportedTableOrPlanIsRefused() {
    TableName meta = TableName.META_TABLE_NAME;
    SubmitRequest.Builder systemTable =
        TestJobs.request()
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(
                        TableDescriptorBuilder.newBuilder(meta)
                            .setColumnFamily(TestJobs.FAMILY)
                            .build())))
            .setRegionInfo(region(meta, 0));
    SubmitRequest.Builder mob =
        TestJobs.request()
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(
                        TableDescriptorBuilder.newBuilder(TestJobs.TABLE.getTableName())
                            .setColumnFamily(
                                ColumnFamilyDescriptorBuilder.newBuilder(TestJobs.FAMILY)
                                    .setMobEnabled(true)
                                    .build())
                            .build())));

    assertThat(refusal(systemTable)).isEqualTo(Refusal.UNSUPPORTED);
    assertThat(refusal(mob)).isEqualTo(Refusal.UNSUPPORTED);
    assertThat(refusal(TestJobs.request().setProtocolVersion(99))).isEqualTo(Refusal.UNSUPPORTED);
    assertThat(refusal(withPlan(DateTieredStoreEngine.class, dateTiered("../../../x"))))
        .isEqualTo(Refusal.UNSUPPORTED);
    assertThat(refusal(TestJobs.request().setEngine("no.such.Engine")))
        .isEqualTo(Refusal.UNSUPPORTED);
    assertThat(refusal(TestJobs.request().setEngine("java.lang.String")))
        .isEqualTo(Refusal.UNSUPPORTED);
  }

  /** Each output is a file that is open until the end. */
  @Test
  void planOfThousandsOfFilesIsNotSupported() {
    CompactionPlan.DateTiered.Builder windows = CompactionPlan.DateTiered.newBuilder();
    CompactionPlan.StripeBoundaries.Builder stripes = CompactionPlan.StripeBoundaries.newBuilder();
    for (int i = 0; i <= 1_000; i++) {
      windows.addLowerBoundary(i);
      stripes.addBoundary(ByteString.copyFromUtf8("row%04d".formatted(i)));
    }
    CompactionPlan.StripeSizes sizes =
        CompactionPlan.StripeSizes.newBuilder()
            .setTargetCount(1_001)
            .setTargetCells(1)
            .setLeft(ByteString.EMPTY)
            .setRight(ByteString.EMPTY)
            .build();

    for (SubmitRequest.Builder request :
        List.of(
            withPlan(
                DateTieredStoreEngine.class,
                CompactionPlan.newBuilder().setDateTiered(windows).build()),
            withPlan(
                StripeStoreEngine.class,
                CompactionPlan.newBuilder().setStripeBoundaries(stripes).build()),
            withPlan(
                StripeStoreEngine.class,
                CompactionPlan.newBuilder().setStripeSizes(sizes).build()))) {
      assertThat(refusal(request)).isEqualTo(Refusal.UNSUPPORTED);
    }
  }

  @Test
  void malformedResidentMapIsInvalid() throws Exception {
    ByteString row = ByteString.copyFromUtf8("row");
    ResidentMap.Builder map =
        ResidentMap.newBuilder()
            .setCachedBytes(1)
            .setCoveredBytes(1)
            .addRange(ResidentMap.Range.newBuilder().setFrom(row).setTo(row));

    assertThat(refusal(TestJobs.request().setResident(map))).isEqualTo(Refusal.INVALID);
    assertThat(refusal(TestJobs.request().setResident(map.clearRange()))).isNull();
  }

  private void assertInvalid(SubmitRequest.Builder... requests) {
    for (SubmitRequest.Builder request : requests) {
      assertThat(refusal(request)).as("%s", request.getPlan()).isEqualTo(Refusal.INVALID);
    }
  }

  private static SubmitRequest.Builder withRanges(String... boundaries) {
    return withRanges(ranges(boundaries));
  }

  private static SubmitRequest.Builder withRanges(CompactionPlan.Ranges.Builder ranges) {
    return TestJobs.request()
        .setEngine(RANGE_ENGINE)
        .setPlan(CompactionPlan.newBuilder().setRanges(ranges));
  }

  private static CompactionPlan.Ranges.Builder ranges(String... boundaries) {
    CompactionPlan.Ranges.Builder ranges = CompactionPlan.Ranges.newBuilder();
    for (String row : boundaries) {
      ranges.addBoundary(ByteString.copyFromUtf8(row));
    }
    return ranges;
  }

  private static SubmitRequest.Builder withTrees(CompactionPlan.Trees.Builder trees) {
    return TestJobs.request()
        .setEngine(FOREST_ENGINE)
        .setPlan(CompactionPlan.newBuilder().setTrees(trees));
  }

  private static CompactionPlan.Trees.Builder trees(String... fences) {
    CompactionPlan.Trees.Builder trees =
        CompactionPlan.Trees.newBuilder()
            .setStage(1)
            .setLow(3)
            .setHigh(9)
            .setSstBytes(100)
            .setSstMinBytes(10)
            .setPiecesPerFence(2)
            .setDropDeletes(true);
    for (String row : fences) {
      trees.addFence(ByteString.copyFromUtf8(row));
    }
    return trees;
  }

  private static SubmitRequest.Builder withPlan(Class<?> engine, CompactionPlan plan) {
    return TestJobs.request().setEngine(engine.getName()).setPlan(plan);
  }

  private Refusal refusal(SubmitRequest.Builder request) {
    RefusedException refused =
        catchThrowableOfType(RefusedException.class, () -> validator.validate(request.build()));
    return refused == null ? null : refused.refusal();
  }

  private static SubmitRequest.Builder withInput(String name, long length) {
    return TestJobs.request()
        .clearInput()
        .addInput(InputFile.newBuilder().setName(name).setLength(length));
  }

  private static ByteString region(TableName table, int replica) {
    return ByteString.copyFrom(
        RegionInfo.toByteArray(RegionInfoBuilder.newBuilder(table).setReplicaId(replica).build()));
  }

  private static CompactionPlan dateTiered(String policy) {
    return CompactionPlan.newBuilder()
        .setDateTiered(
            CompactionPlan.DateTiered.newBuilder()
                .addLowerBoundary(Long.MIN_VALUE)
                .addPolicyBoundary(Long.MIN_VALUE)
                .addPolicy(policy))
        .build();
  }
}
