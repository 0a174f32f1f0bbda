package io.lighter.server.compaction;

import io.lighter.common.Leftovers;
import io.lighter.server.job.JobFolders;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs' folders in the file system of {@code hbase.rootdir}. What cannot be deleted, since HDFS
 * is away, is tried again until it can. Thread-safe.
 */
public final class HdfsJobFolders implements JobFolders, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsJobFolders.class);

  private final FileSystem fs;
  private final Leftovers leftovers = new Leftovers();

  /** Folders of a file system, which stays the caller's. */
  public HdfsJobFolders(FileSystem fs) {
    this.fs = fs;
  }

  /** Starts to try again what failed. */
  public void start() {
    leftovers.start();
  }

  @Override
  public void delete(JobSpec spec) {
    AtomicBoolean isDeleted = new AtomicBoolean();
    leftovers.delete(spec.folder() + " of " + spec.id(), () -> deleteFolder(spec, isDeleted));
  }

  @Override
  public void close() {
    leftovers.close();
  }

  /**
   * @param isDeleted whether an earlier try has deleted the folder, and failed later
   */
  private void deleteFolder(JobSpec spec, AtomicBoolean isDeleted) throws IOException {
    if (fs.delete(spec.folder(), true)) {
      isDeleted.set(true);
      LOG.info("{} deleted its output in {}", spec.id(), spec.folder());
    }
    if (isDeleted.get()) {
      deleteEmptyRegion(spec.regionTempDir());
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
}
