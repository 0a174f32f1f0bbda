// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.build.BuildJob;
import io.lighter.server.TableNames;
import io.lighter.server.job.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to run jobs of index builds. */
public class BuildJobFuzzTest {
  private static final Path ROOT = new Path("/hbase");
  private static final int LONGEST_MESSAGE = 1_000;

  private final BuildJobValidator validator = new BuildJobValidator(new EveryBuild(), ROOT);

  static List<byte[]> seeds() {
    return List.of(
        BuildJobRequests.read().build().toByteArray(),
        BuildJobRequests.merge().build().toByteArray(),
        folder("/hbase/lighter-index/" + BuildJobRequests.BUILD),
        folder("/tmp/../hbase/lighter-index/" + BuildJobRequests.BUILD),
        folder("file:/tmp/lighter-index/" + BuildJobRequests.BUILD),
        folder("//evil/lighter-index/" + BuildJobRequests.BUILD),
        BuildJobRequests.merge()
            .setMerge(
                BuildJobRequests.merge().getMerge().toBuilder()
                    .addRegion("../../etc")
                    .setStop(ByteString.EMPTY))
            .build()
            .toByteArray());
  }

  private static byte[] folder(String folder) {
    return BuildJobRequests.read().setFolder(folder).build().toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void requestIsRefusedOrStaysInTheFolderOfItsBuild(byte[] input) throws IOException {
    SubmitBuildJobRequest request;
    try {
      request = SubmitBuildJobRequest.parseFrom(input);
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

  private static void check(BuildJob job) {
    URI folder = job.folder().toUri();
    assertThat(folder.normalize()).isEqualTo(folder);
    assertThat(folder.getScheme()).isEqualTo("test");
    assertThat(folder.getPath()).endsWith("/lighter-index/" + job.target().id());
    assertThat(folder.getPath() + "/").doesNotStartWith("/hbase/");
    if (job.work() instanceof BuildJob.Read read) {
      assertThat(new Path(job.folder(), read.restored()).getParent()).isEqualTo(job.folder());
      assertThat(read.region().getTable()).isEqualTo(job.target().table());
    } else if (job.work() instanceof BuildJob.Merge merge) {
      for (String region : merge.regions()) {
        assertThat(new Path(job.folder(), region).getParent()).isEqualTo(job.folder());
      }
    }
  }

  /** Has every file, so that each folder is one of a build that runs. */
  public static class EveryBuild extends FilterFileSystem {
    @Override
    public Path makeQualified(Path path) {
      return path.makeQualified(URI.create("test:///"), new Path("/"));
    }

    @Override
    public FileStatus getFileStatus(Path path) {
      return new FileStatus(1, false, 1, 1, 0, path);
    }

    @Override
    public boolean exists(Path path) {
      return true;
    }
  }
}
