package io.lighter.common;

import org.apache.hadoop.fs.Path;

/**
 * Where a job's output lives until the region server commits it.
 *
 * <p>Each job writes below a folder of its own in the region's {@code .tmp}. That is the fence:
 * whoever gives a job up deletes the folder, and a compaction server that does not know yet loses
 * its HDFS lease instead of leaving a file behind. HBase removes what is left in {@code .tmp} when
 * it opens the region ({@code HRegionFileSystem.cleanupTempDir}).
 */
public final class JobPaths {
  private JobPaths() {}

  /**
   * The job's own folder; deleting it deletes all that the job wrote.
   *
   * @param regionTempDir the region's {@code .tmp}, see {@code HRegionFileSystem.getTempDir}
   */
  public static Path jobDir(Path regionTempDir, CompactionJobId job) {
    return new Path(regionTempDir, job.value());
  }

  /**
   * The path of one output.
   *
   * @param regionTempDir the region's {@code .tmp}
   * @param family name of the column family
   * @param fileName name of an output as {@code OutputFile.name} has it
   */
  public static Path output(
      Path regionTempDir, CompactionJobId job, String family, String fileName) {
    return new Path(new Path(jobDir(regionTempDir, job), family), fileName);
  }
}
