package io.lighter.server.compaction;

import io.lighter.common.CompactionJobId;
import io.lighter.server.job.JobFolders;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
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

  private boolean delete(Left next) {
    try {
      if (fs.delete(next.folder, true)) {
        LOG.info("{} deleted its output in {}", next.job, next.folder);
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
