// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/**
 * The jobs that build the entries of HFiles, in this process. Runs belong to this object: another
 * attempt reads the files again, since the regions may be others then. Thread-safe.
 */
final class FileJobs implements BuildJobs {
  private final FileRun run;
  private final List<Path> sources;
  private final Map<String, FileRun.Range> ranges;
  private final WorkFolder folder;
  private final EntryFiles files;

  /** By region; owned by the map. */
  private final Map<String, Path> runs = new ConcurrentHashMap<>();

  /**
   * Creates the jobs.
   *
   * @param sources HFiles of the index's family
   * @param ranges the regions of the data table, which have all rows
   * @param files files of the index table
   */
  FileJobs(
      FileRun run,
      List<Path> sources,
      List<FileRun.Range> ranges,
      WorkFolder folder,
      EntryFiles files) {
    this.run = run;
    this.sources = List.copyOf(sources);
    this.ranges =
        ranges.stream().collect(Collectors.toMap(FileRun.Range::name, Function.identity()));
    this.folder = folder;
    this.files = files;
  }

  @Override
  public List<String> regions() {
    return List.copyOf(ranges.keySet());
  }

  @Override
  public long read(String region) throws IOException {
    Path written = run.write(ranges.get(region), sources, folder.attempt());
    runs.put(region, written);
    return files.entries(written);
  }

  @Override
  public Optional<MergedFile> merge(byte[] start, byte[] stop) throws IOException {
    Path merged = new Path(folder.attempt(), "merged");
    long entries = new EntryMerge(files).merge(List.copyOf(runs.values()), start, stop, merged);
    return entries == 0 ? Optional.empty() : Optional.of(new MergedFile(merged, entries));
  }

  /** The folder is deleted with the load. */
  @Override
  public void close() {}
}
