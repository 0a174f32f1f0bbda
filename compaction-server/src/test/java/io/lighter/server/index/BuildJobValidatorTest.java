// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.build.BuildJob;
import io.lighter.server.job.RefusedException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuildJobValidatorTest {
  private static final String ID = BuildJobRequests.BUILD;

  private final BuildJobValidator validator =
      new BuildJobValidator(new BuildJobFuzzTest.EveryBuild(), new Path("/hbase"));

  private void assertRefused(SubmitBuildJobRequest.Builder request, Refusal refusal, String text) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> validator.validate(request.build()))
        .withMessageContaining(text)
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(refusal));
  }

  @Test
  void requestOfACommandIsAJob() throws Exception {
    BuildJob read = validator.validate(BuildJobRequests.read().build());
    BuildJob merge = validator.validate(BuildJobRequests.merge().build());

    assertThat(read.folder()).isEqualTo(new Path("test:" + BuildJobRequests.FOLDER));
    assertThat(read.target().spec().text()).startsWith("value f:city string");
    assertThat(read.describe())
        .isEqualTo(
            "read of %s, index city of t, region %s"
                .formatted(ID, BuildJobRequests.REGION.getEncodedName()));
    assertThat(((BuildJob.Merge) merge.work()).regions())
        .containsExactly(BuildJobRequests.REGION.getEncodedName());
  }

  /** The mutants "the folder may have any name" and "dots are resolved" fail here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/user/hbase/lighter-index",
        "/user/hbase/lighter-index/ib-fedcba9876543210",
        "/user/hbase/" + ID,
        "/user/hbase/other-index/" + ID,
        "user/hbase/lighter-index/" + ID,
        "file:/user/lighter-index/" + ID,
        "hdfs://other/user/lighter-index/" + ID,
        "//other/lighter-index/" + ID,
        "/user/../hbase/lighter-index/" + ID,
        "/user/./lighter-index/" + ID,
        "/hbase/lighter-index/" + ID,
        "/hbase/data/default/t/lighter-index/" + ID,
        "/user\n/lighter-index/" + ID,
        "/user/lighter-index/" + ID + "/",
      })
  void folderThatIsNotOfTheBuildIsRefused(String folder) {
    assertRefused(
        BuildJobRequests.read().setFolder(folder),
        Refusal.INVALID,
        "expected an absolute path of HBase's file system, outside of its root folder, that ends"
            + " with /lighter-index/"
            + ID);
  }

  @Test
  void folderOfABuildThatHasEndedIsRefused() {
    BuildJobValidator other =
        new BuildJobValidator(
            new BuildJobFuzzTest.EveryBuild() {
              @Override
              public boolean exists(Path path) {
                return false;
              }
            },
            new Path("/hbase"));

    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> other.validate(BuildJobRequests.read().build()))
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.NOT_FOUND));
  }

  @Test
  void namesThatArePathsAreRefused() {
    assertRefused(BuildJobRequests.read().setJobId("bj-/.."), Refusal.INVALID, "job_id 'bj-/..'");
    assertRefused(BuildJobRequests.read().setBuildId("ib-.."), Refusal.INVALID, "build_id 'ib-..'");
    assertRefused(
        BuildJobRequests.read()
            .setRead(BuildJobRequests.read().getRead().toBuilder().setRestored("../../../x")),
        Refusal.INVALID,
        "restored '../../../x'");
    assertRefused(
        BuildJobRequests.merge()
            .setMerge(BuildJobRequests.merge().getMerge().toBuilder().addRegion("../x")),
        Refusal.INVALID,
        "region '../x'");
  }

  @Test
  void requestThatContradictsItselfIsRefused() {
    SubmitBuildJobRequest.Builder both =
        BuildJobRequests.read().setMerge(BuildJobRequests.merge().getMerge());
    assertRefused(both, Refusal.INVALID, "either read or merge");
    assertRefused(both.clone().clearRead().clearMerge(), Refusal.INVALID, "either read or merge");
    assertRefused(BuildJobRequests.read().setTable("hbase:meta"), Refusal.INVALID, "system table");
    assertRefused(BuildJobRequests.read().setTable("u"), Refusal.INVALID, "another table than u");
    RegionInfo other = RegionInfoBuilder.newBuilder(TableName.valueOf("u")).build();
    assertRefused(
        BuildJobRequests.read()
            .setRead(
                BuildJobRequests.read().getRead().toBuilder()
                    .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(other)))),
        Refusal.INVALID,
        "another table than t");
    assertRefused(
        BuildJobRequests.read().setDefinition("value g:city string"),
        Refusal.INVALID,
        "has no family of the index");
    assertRefused(
        BuildJobRequests.read().setDefinition("DROP TABLE"), Refusal.INVALID, "no definition");
    assertRefused(
        BuildJobRequests.read().setFamilyDescriptor(ByteString.copyFromUtf8("x")),
        Refusal.INVALID,
        "family_descriptor is none");
    assertRefused(
        BuildJobRequests.merge()
            .setMerge(
                BuildJobRequests.merge().getMerge().toBuilder()
                    .setStart(ByteString.copyFromUtf8("z"))),
        Refusal.INVALID,
        "expected a row behind start");
  }
}
