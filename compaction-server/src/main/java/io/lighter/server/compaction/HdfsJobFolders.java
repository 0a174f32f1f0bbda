package io.lighter.server.compaction;

import io.lighter.server.job.JobFolders;
import io.lighter.server.job.JobSpec;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs' folders in the file system of {@code hbase.rootdir}. Thread-safe. */
public final class HdfsJobFolders implements JobFolders {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsJobFolders.class);

  private final FileSystem fs;

  public HdfsJobFolders(FileSystem fs) {
    this.fs = fs;
  }

  @Override
  public void delete(JobSpec spec) {
    try {
      if (fs.delete(spec.folder(), true)) {
        LOG.info("{} deleted its output in {}", spec.id(), spec.folder());
      }
    } catch (IOException e) {
      LOG.warn(
          "{} left {} behind; HBase removes it when it opens the region",
          spec.id(),
          spec.folder(),
          e);
    }
  }
}
