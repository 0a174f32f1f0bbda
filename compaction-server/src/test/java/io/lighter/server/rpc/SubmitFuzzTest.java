// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.TableNames;
import io.lighter.server.compaction.JobSettings;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.RefusedException;
import io.lighter.server.job.TestJobs;
import io.lighter.server.replica.ReplicaOrder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.params.provider.MethodSource;

/** Compaction requests that contain HBase's descriptors. */
public class SubmitFuzzTest {
  private static final Path ROOT = new Path("file:/hbase");
  private static final int LONGEST_MESSAGE = 1_000;

  /** Keys that no request changes: places and access rights. */
  private static final List<String> PROTECTED =
      List.of("fs.", "dfs.", "hadoop.", "hbase.rootdir", "hbase.security.", "hbase.crypto.");

  private final Configuration site = site();
  private final SubmitValidator validator =
      new SubmitValidator(new EveryFile(), ROOT, new ReplicaOrder());

  private static Configuration site() {
    Configuration site = new Configuration(false);
    site.set("fs.defaultFS", "file:///");
    site.set("hbase.rootdir", ROOT.toString());
    site.set("hbase.security.authentication", "kerberos");
    return site;
  }

  static List<byte[]> seeds() {
    SubmitRequest.Builder request = TestJobs.request();
    InputFile.Builder other = InputFile.newBuilder().setLength(1);
    return List.of(
        request.build().toByteArray(),
        request.clone().setInFamilyFolder(true).build().toByteArray(),
        request
            .clone()
            .addInput(other.setName("t=0123456789abcdef0123456789abcdef-abc"))
            .addInput(other.setName("abc.0123456789abcdef0123456789abcdef"))
            .addRetiredFile("abc_SeqId_4_")
            .addRetiredFile("a..b=0123456789abcdef0123456789abcdef-abc")
            .setKeepOutput(true)
            .addConfiguration(entry("hbase.hregion.majorcompaction", "1"))
            .addConfiguration(entry("hbase.rootdir", "hdfs://evil/"))
            .build()
            .toByteArray(),
        request
            .clone()
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(
                        TableDescriptorBuilder.newBuilder(TestJobs.TABLE)
                            .setValue("hbase.security.authentication", "simple")
                            .build())))
            .build()
            .toByteArray(),
        request
            .clone()
            .setEngine(DateTieredStoreEngine.class.getName())
            .setPlan(
                CompactionPlan.newBuilder()
                    .setDateTiered(
                        CompactionPlan.DateTiered.newBuilder()
                            .addLowerBoundary(1)
                            .addLowerBoundary(2)
                            .addPolicyBoundary(1)
                            .addPolicy("HOT")))
            .build()
            .toByteArray(),
        request
            .clone()
            .setEngine(StripeStoreEngine.class.getName())
            .setPlan(
                CompactionPlan.newBuilder()
                    .setStripeSizes(
                        CompactionPlan.StripeSizes.newBuilder()
                            .setTargetCount(2)
                            .setTargetCells(3)
                            .setLeft(ByteString.EMPTY)
                            .setRight(ByteString.EMPTY)))
            .build()
            .toByteArray());
  }

  private static ConfigurationEntry.Builder entry(String key, String value) {
    return ConfigurationEntry.newBuilder().setKey(key).setValue(value);
  }

  @MethodSource("seeds")
  @FuzzTest
  void requestIsRefusedOrWritesInItsFolderOnly(byte[] input) throws IOException {
    SubmitRequest request;
    try {
      request = SubmitRequest.parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      return; // handled by protobuf
    }
    try {
      check(validator.validate(request));
    } catch (RefusedException e) {
      assertThat(e.getMessage()).hasSizeBetween(1, LONGEST_MESSAGE);
      assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl);
    } finally {
      TableNames.forget();
    }
  }

  private void check(JobSpec spec) {
    assertThat(spec.inputBytes()).isPositive();
    assertThat(spec.folder().path().toUri().normalize()).isEqualTo(spec.folder().path().toUri());
    assertThat(spec.tableDir().toString()).startsWith(ROOT + "/data/");
    assertThat(spec.folder().path().toString()).startsWith(spec.tableDir() + "/");
    assertThat(spec.folder().path().depth()).isEqualTo(spec.tableDir().depth() + 3);
    Path output = spec.output().output(spec.family().getNameAsString(), "abc");
    assertThat(output.getParent().getName()).isEqualTo(spec.family().getNameAsString());
    assertThat(output.getParent().getParent())
        .isEqualTo(
            spec.inFamilyFolder()
                ? new Path(spec.tableDir(), spec.region().getEncodedName())
                : spec.folder().path());

    assertThat(guarded(JobSettings.of(site, spec))).isEqualTo(guarded(site));
  }

  private static Map<String, String> guarded(Configuration conf) {
    Map<String, String> guarded = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      if (PROTECTED.stream().anyMatch(entry.getKey()::startsWith)) {
        guarded.put(entry.getKey(), entry.getValue());
      }
    }
    return guarded;
  }

  /** Has every store file that a seed names in every folder. */
  public static final class EveryFile extends FilterFileSystem {
    private static final List<String> NAMES =
        List.of(
            "abc",
            "t=0123456789abcdef0123456789abcdef-abc",
            "abc.0123456789abcdef0123456789abcdef");

    @Override
    public boolean hasPathCapability(Path path, String capability) {
      return false;
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) {
      List<LocatedFileStatus> files =
          NAMES.stream()
              .map(name -> new FileStatus(1, false, 1, 1, 0, new Path(folder, name)))
              .map(status -> new LocatedFileStatus(status, new BlockLocation[0]))
              .toList();
      return org.apache.hadoop.util.functional.RemoteIterators.remoteIteratorFromIterable(files);
    }
  }
}
