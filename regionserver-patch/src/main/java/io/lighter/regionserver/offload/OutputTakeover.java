// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.JobOutput;
import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.Uninterrupted;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/**
 * Takes the output files of a job over: renames them out of the job's folder, or finds them in the
 * family's folder, checks them, and deletes the job's folder. {@link JobOutput} is the fence
 * between both sides. Immutable; one per store.
 */
final class OutputTakeover {
  /** Failures of HDFS, and interrupts, which prove nothing about the file. */
  private static final Set<Class<? extends IOException>> NOT_OF_THE_FILE =
      Set.of(
          BlockMissingException.class,
          ClosedByInterruptException.class,
          InterruptedIOException.class,
          RemoteException.class,
          SocketException.class);

  private static final Pattern POLICY_NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  private final HStore store;
  private final StoreEngine<?, ?, ?, ?> engine;
  private final RetriedDeletions deletions;
  private final OutputAttributes attributes;
  private final OutputPlace place;
  private final FileSystem fs;
  private final Path tempDir;
  private final String family;

  /**
   * @param deletions deletes folders, and files that are not taken over
   * @param attributes compares the attributes that HDFS keeps of each output file
   * @param place where jobs of the store write
   */
  OutputTakeover(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      RetriedDeletions deletions,
      OutputAttributes attributes,
      OutputPlace place) {
    this.store = store;
    this.place = place;
    this.attributes = attributes;
    this.deletions = deletions;
    this.engine = engine;
    this.fs = store.getFileSystem();
    this.tempDir = store.getRegionFileSystem().getTempDir();
    this.family = store.getColumnFamilyName();
  }

  /**
   * Takes the output files over.
   *
   * @param answer answer of a compaction server that has completed the job
   * @param inputs input files; the last output file must list all of them as its sources, and the
   *     other output files none ({@code OrderedOutputs})
   * @param check check by the compaction's plan; has seen no output
   * @return at least one path in the region's {@code .tmp} or the family's folder, in the order of
   *     the answer, in which HBase moves the files to the family's folder
   * @throws OffloadFailedException if an output file is missing or invalid; all of them are then
   *     deleted
   */
  List<Path> take(
      CompactionJobId job, HeartbeatResponse answer, Iterable<HStoreFile> inputs, OutputCheck check)
      throws OffloadFailedException {
    JobOutput files = outputOf(job);
    return take(files, Optional.empty(), answer, inputs, check, () -> discard(job));
  }

  /**
   * Takes the output files of a job over that may outlive its region server. The files are renamed
   * into the fence, in one step with the check that no other region server has opened the region.
   *
   * @param fence fence that was made before the job was submitted or adopted
   * @return paths in the fence
   * @throws OffloadFailedException as for the other method, and if the region is elsewhere. The
   *     job's folder then stays, since the region's owner may adopt the job
   */
  List<Path> takeIntoFence(
      CompactionJobId job,
      RegionFence fence,
      HeartbeatResponse answer,
      Iterable<HStoreFile> inputs,
      OutputCheck check)
      throws OffloadFailedException {
    return take(
        outliving(job),
        Optional.of(fence),
        answer,
        inputs,
        check,
        () -> discardOutliving(job, fence));
  }

  private List<Path> take(
      JobOutput files,
      Optional<RegionFence> fence,
      HeartbeatResponse answer,
      Iterable<HStoreFile> inputs,
      OutputCheck check,
      Runnable discardJob)
      throws OffloadFailedException {
    List<OutputFile> outputs = answer.getOutputList();
    List<Path> taken = new ArrayList<>(outputs.size());
    boolean complete = false;
    try {
      requireAll(answer);
      Path folder = fence.isPresent() ? standing(fence.get()) : familyDir();
      for (OutputFile output : outputs) {
        if (fence.isPresent() && output.hasStoragePolicy()) {
          throw new IOException("a storage policy of a job that may outlive its region server");
        }
        Path to = target(output, folder);
        taken.add(to); // before the rename, whose answer may be lost
        move(files, output, to);
      }
      for (int i = 0; i < taken.size(); i++) {
        Set<String> listed = check(taken.get(i), outputs.get(i), check);
        requireSources(taken.get(i), listed, inputs, i == taken.size() - 1);
      }
      release(files);
      complete = true;
    } catch (OffloadFailedException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // damaged files make HBase's readers throw both
      throw failure(e);
    } finally {
      if (!complete) {
        taken.forEach(this::discard);
        discardJob.run();
      }
    }
    return taken;
  }

  /** The folder to which files are taken, which exists afterwards. */
  private Path familyDir() throws OffloadFailedException {
    return switch (place) { // no default: a new place must fail to compile here
      case FAMILY_FOLDER -> store.getRegionFileSystem().getStoreDir(family);
      case JOB_FOLDER -> {
        Path folder = new Path(tempDir, family);
        mkdirs(folder);
        yield folder;
      }
    };
  }

  /**
   * Deletes the rest of the job. What remains of a job's folder does no harm. A claim that remained
   * would make the region's next owner delete a file of the store, so the output is then given up.
   */
  private void release(JobOutput files) throws IOException {
    switch (place) { // no default, as above
      case JOB_FOLDER -> discard(files.path());
      case FAMILY_FOLDER -> {
        try {
          files.release(fs);
        } catch (IOException e) {
          throw notTaken(files.path(), e);
        }
      }
    }
  }

  /** Classifies a failure. HBase's readers report a file as corrupt whatever the cause is. */
  static OffloadFailedException failure(Exception e) {
    boolean saysNothing =
        Throwables.getCausalChain(e).stream()
            .anyMatch(cause -> NOT_OF_THE_FILE.stream().anyMatch(type -> type.isInstance(cause)));
    return saysNothing
        ? new OffloadFailedException(
            LocalReason.FAILED, Next.ANOTHER_SERVER, "cannot read the output: " + e.getMessage(), e)
        : new OffloadFailedException(
            LocalReason.BAD_OUTPUT, Next.ANOTHER_SERVER, "bad output: " + e.getMessage(), e);
  }

  /**
   * Checks that the answer lists all output files. HBase replaces the input files by any list of
   * files, even an empty one. Compactions without output are rare (stripes of which all cells have
   * expired), so an empty list is rejected.
   *
   * @throws IOException if an output is missing
   */
  static void requireAll(HeartbeatResponse answer) throws IOException {
    if (answer.getOutputCount() == 0) {
      throw new OffloadFailedException(
          LocalReason.BAD_OUTPUT, Next.LOCAL, "bad output: there is no file");
    }
    long cells = answer.getOutputList().stream().mapToLong(OutputFile::getCells).sum();
    if (cells != answer.getProgress().getCellsWritten()) {
      throw new IOException(
          "outputs have %d cells, and %d were written"
              .formatted(cells, answer.getProgress().getCellsWritten()));
    }
  }

  /**
   * Deletes all that a job wrote which is given up; later, if the file system does not answer.
   * Throws nothing.
   */
  void discard(CompactionJobId job) {
    FileSystem fileSystem = fs; // retries must not keep a closed store in memory
    JobOutput files = outputOf(job);
    discard(files.path(), () -> files.delete(fileSystem));
  }

  /**
   * Deletes all that a job wrote which may outlive its region server, unless another region server
   * has opened the region: the job may be that one's. If the fence falls between the check and the
   * deletion, that region server compacts the files once more. Throws nothing.
   */
  void discardOutliving(CompactionJobId job, RegionFence fence) {
    FileSystem fileSystem = fs; // as above
    JobOutput files = outliving(job);
    discard(
        files.path(),
        () -> {
          if (fence.stands()) {
            files.delete(fileSystem);
          }
        });
  }

  private JobOutput outliving(CompactionJobId job) {
    return new JobFolder(JobFolder.outliving(tempDir.getParent()), job);
  }

  /** The fence's folder. HDFS checks the folder again as it moves a file there. */
  private static Path standing(RegionFence fence) throws IOException {
    if (!fence.stands()) { // a local file system would create the folder
      throw notThere(fence.toString());
    }
    return fence.path();
  }

  private JobOutput outputOf(CompactionJobId job) {
    return place.output(tempDir, job);
  }

  /** Deletes an output file that was taken over, or a job's folder. Throws nothing. */
  private void discard(Path path) {
    FileSystem fileSystem = fs;
    discard(path, () -> fileSystem.delete(path, true));
  }

  private void discard(Path path, RetriedDeletions.Deletion deletion) {
    String what = path + " of " + store;
    Uninterrupted.call(
        () -> {
          deletions.delete(what, deletion);
          return null;
        });
  }

  private Path target(OutputFile output, Path familyDir) throws IOException {
    JobFolder.requireOutputName(output.getName());
    return new Path(folderFor(output, familyDir), output.getName());
  }

  private void move(JobOutput files, OutputFile output, Path to) throws IOException {
    Path from = files.output(family, output.getName());
    boolean moved;
    try {
      moved = files.takeOver(fs, family, output.getName(), to);
    } catch (IOException e) {
      throw notTaken(from, e);
    }
    if (!moved) { // the job's lease has ended, and its files are gone; or the fence is gone
      throw notThere(from.toString());
    }
  }

  private static OffloadFailedException notThere(String what) {
    return new OffloadFailedException(
        LocalReason.FAILED,
        Next.ANOTHER_SERVER,
        "cannot take over " + what + ": it is not there any more");
  }

  private void mkdirs(Path folder) throws OffloadFailedException {
    try {
      fs.mkdirs(folder);
    } catch (IOException e) {
      throw notTaken(folder, e);
    }
  }

  /** A failure of HDFS, which proves nothing about the output file. */
  private static OffloadFailedException notTaken(Path path, IOException cause) {
    return new OffloadFailedException(
        LocalReason.FAILED,
        Next.ANOTHER_SERVER,
        "cannot take over " + path + ": " + cause.getMessage(),
        cause);
  }

  /** Returns the folder of a commit, from which HBase takes a date-tiered storage policy. */
  private Path folderFor(OutputFile output, Path familyDir) throws IOException {
    if (!output.hasStoragePolicy()) {
      return familyDir;
    }
    if (place == OutputPlace.FAMILY_FOLDER) {
      throw new IOException("a storage policy of a file that is not renamed");
    }
    if (!POLICY_NAME.matcher(output.getStoragePolicy()).matches()) {
      throw new IOException("no name of a storage policy: " + output.getStoragePolicy());
    }
    Path folder = new Path(familyDir, HConstants.STORAGE_POLICY_PREFIX + output.getStoragePolicy());
    mkdirs(folder);
    return folder;
  }

  /** Checks an output file, and returns the names of the files that it lists as its sources. */
  private Set<String> check(Path path, OutputFile output, OutputCheck byPlan) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    if (status.getLen() != output.getLength()) {
      throw new IOException(path + " has " + status.getLen() + " bytes, not " + output.getLength());
    }
    attributes.check(status);
    HStoreFile file = engine.createStoreFileAndReader(path);
    try {
      long cells = file.getReader().getEntries();
      if (cells != output.getCells()) {
        throw new IOException(path + " has " + cells + " cells, not " + output.getCells());
      }
      byPlan.next(file);
      return ProtobufUtil.toCompactedStoreFiles(
          file.getMetadataValue(HStoreFile.COMPACTION_EVENT_KEY));
    } finally {
      file.closeStoreFile(false);
    }
  }

  /**
   * Checks the listed sources. A region that opens archives each file that one of its files lists.
   * The input files must therefore be listed only once all output files are in the store's folder.
   */
  private static void requireSources(
      Path path, Set<String> listed, Iterable<HStoreFile> inputs, boolean isLast)
      throws IOException {
    if (!isLast && !listed.isEmpty()) {
      throw new IOException(path + " lists sources, which only the last output may");
    }
    for (HStoreFile input : isLast ? inputs : List.<HStoreFile>of()) {
      if (!listed.contains(input.getPath().getName())) {
        throw new IOException(path + " does not list its source " + input.getPath().getName());
      }
    }
  }
}
