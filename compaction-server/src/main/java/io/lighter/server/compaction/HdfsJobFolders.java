package io.lighter.server.compaction;

import io.lighter.common.CompactionJobId;
import io.lighter.server.job.JobFolders;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs' folders in the file system of {@code hbase.rootdir}. What cannot be deleted, since HDFS
 * is away, is tried again until it can. Thread-safe.
 */
public final class HdfsJobFolders implements JobFolders, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsJobFolders.class);
  private static final long RETRY_SECONDS = 10;

  /** More than a server can leave while HDFS is away: without HDFS no job gets far. */
  private static final int MAX_LEFT = 10_000;

  private final FileSystem fs;
  private final BlockingQueue<Left> left = new ArrayBlockingQueue<>(MAX_LEFT);
  private final ScheduledExecutorService retries =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-folders").setDaemon(true).build());

  /** Folders of a file system, which stays the caller's. */
  public HdfsJobFolders(FileSystem fs) {
    this.fs = fs;
  }

  /** A folder that is still there. */
  private record Left(CompactionJobId job, Path folder) {}

  /** Starts to try again what failed. */
  public void start() {
    ScheduledFuture<?> unused =
        retries.scheduleWithFixedDelay(this::retry, RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void delete(JobSpec spec) {
    delete(new Left(spec.id(), spec.folder()));
  }

  @Override
  public void close() {
    retries.shutdownNow();
    left.forEach(
        each ->
            LOG.warn(
                "{} left {} behind; HBase removes it when it opens the region",
                each.job,
                each.folder));
  }

  /** Tries once more what is left, until something fails again. */
  void retry() {
    boolean works = true;
    for (int i = left.size(); i > 0 && works; i--) {
      Left next = left.poll();
      works = next == null || delete(next);
    }
  }

  /**
   * To create a file creates the folders above it: a worker that was late by a while may have
   * brought back those of a region that is gone. No region has an empty folder.
   */
  private void deleteEmptyRegion(Path regionTempDir) throws IOException {
    Path region = regionTempDir.getParent();
    if (fs.exists(new Path(region, HRegionFileSystem.REGION_INFO_FILE))) {
      return;
    }
    for (Path folder : List.of(regionTempDir, region, region.getParent())) {
      if (!isEmpty(folder)) {
        return;
      }
      fs.delete(folder, false); // fails if somebody has put something there since
    }
  }

  /** False if it is not there at all: then somebody else is at it. */
  private boolean isEmpty(Path folder) throws IOException {
    try {
      return fs.listStatus(folder).length == 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private boolean delete(Left next) {
    try {
      if (fs.delete(next.folder, true)) {
        LOG.info("{} deleted its output in {}", next.job, next.folder);
        deleteEmptyRegion(next.folder.getParent());
      }
      return true;
    } catch (IOException | RuntimeException | Error e) { // whatever it is, the retries must go on
      boolean isKept = left.offer(next);
      LOG.warn(
          "{} could not delete {}; {}",
          next.job,
          next.folder,
          isKept ? "it is tried again" : "HBase removes it when it opens the region",
          e);
      return false;
    }
  }
}
