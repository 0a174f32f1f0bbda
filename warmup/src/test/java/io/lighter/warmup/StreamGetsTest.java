// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamGetsTest {
  private final Configuration conf = HBaseConfiguration.create();
  private final TestFiles files = new TestFiles();
  private final WarmupMeter meter = new WarmupMeter();
  private final FileReads reads =
      new FileReads(
          new WarmCache(files.cache(), false),
          Pace.UNLIMITED,
          new WarmupControl(() -> false),
          meter);

  @TempDir Path folder;
  private HFile.Reader local;

  /** Requests an object for each read, and counts while it is open, as S3A's streams do. */
  private static final class ObjectStream extends FSDataInputStream {
    private final IOStatisticsSnapshot statistics = new IOStatisticsSnapshot();

    ObjectStream(FSDataInputStream in) {
      super(in);
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      statistics.counters().merge("action_http_get_request", 1L, Long::sum);
      return super.read(position, buffer, offset, length);
    }

    @Override
    public IOStatistics getIOStatistics() {
      return statistics;
    }
  }

  private static final class ObjectStore extends FilterFileSystem {
    ObjectStore(LocalFileSystem fs) {
      super(fs);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      return new ObjectStream(super.open(path, bufferSize));
    }
  }

  @BeforeEach
  void writeFile() throws IOException {
    files.open(folder);
    local = files.write(0, 500);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  @Test
  void requestsOfBlocksThatTheWarmUpReadsAreCounted() throws Exception {
    try (HFile.Reader object =
        HFile.createReader(
            new ObjectStore(org.apache.hadoop.fs.FileSystem.getLocal(conf)),
            local.getPath(),
            new CacheConfig(conf, files.cache()),
            true,
            conf)) {
      long opened = StreamGets.of(object);
      List<Long> blocks = files.dataBlockOffsets(local);

      readAll(object, blocks);

      assertThat(meter.storeGets())
          .isGreaterThanOrEqualTo(blocks.size())
          .isEqualTo(StreamGets.of(object) - opened);
      long gets = meter.storeGets();
      readAll(object, blocks); // cached now
      assertThat(meter.storeGets()).isEqualTo(gets);
    }
  }

  @Test
  void fileSystemWithoutRequestsCountsNone() throws Exception {
    readAll(local, files.dataBlockOffsets(local));

    assertThat(meter.fileBlocks()).isPositive();
    assertThat(meter.storeGets()).isZero();
  }

  private void readAll(HFile.Reader file, List<Long> blocks) throws IOException {
    for (long block : blocks) {
      reads.read(file, block, -1, BlockType.DATA).release();
    }
  }
}
