package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobPaths;
import io.lighter.common.Leftovers;
import io.lighter.common.Uninterrupted;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
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
 * Makes a job's output the region server's own: renames it out of the job's folder, checks it, and
 * removes the folder.
 *
 * <p>The rename is the hand-over. Before it, the compaction server may delete the folder at any
 * time; after it, no message and no clock of the other side matters. HDFS renames atomically, so a
 * file is on exactly one side. Immutable; one per store.
 */
final class OutputTakeover {
  /** What HBase names a new store file; also keeps the name from climbing out of the folder. */
  private static final Pattern FILE_NAME = Pattern.compile("[0-9a-f]{32}");

  /** What is wrong with HDFS, or an interrupt, and says nothing of a file. */
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
  private final Leftovers leftovers;
  private final OutputAttributes attributes;
  private final FileSystem fs;
  private final Path tempDir;
  private final String family;

  /**
   * @param leftovers deletes what is not taken over
   * @param attributes that HDFS keeps of each output
   */
  OutputTakeover(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      Leftovers leftovers,
      OutputAttributes attributes) {
    this.store = store;
    this.attributes = attributes;
    this.leftovers = leftovers;
    this.engine = engine;
    this.fs = store.getFileSystem();
    this.tempDir = store.getRegionFileSystem().getTempDir();
    this.family = store.getColumnFamilyName();
  }

  /**
   * Takes the outputs over.
   *
   * @param answer of a server that is done
   * @param inputs of the compaction; the last output must list all of them as its sources, and the
   *     others none ({@code OrderedOutputs})
   * @return their paths in the region's {@code .tmp}, in the order given, in which HBase moves them
   *     to the store's folder; at least one
   * @throws OffloadFailedException if any of them is not what it should be, or is missing; none of
   *     them is left
   */
  List<Path> take(CompactionJobId job, HeartbeatResponse answer, Iterable<HStoreFile> inputs)
      throws OffloadFailedException {
    List<OutputFile> outputs = answer.getOutputList();
    List<Path> taken = new ArrayList<>(outputs.size());
    boolean complete = false;
    try {
      requireAll(answer);
      Path familyDir = new Path(tempDir, family);
      mkdirs(familyDir);
      for (OutputFile output : outputs) {
        Path to = target(output, familyDir);
        taken.add(to); // also if the rename is done, and its answer lost
        move(job, output, to);
      }
      for (int i = 0; i < taken.size(); i++) {
        Set<String> listed = check(taken.get(i), outputs.get(i));
        requireSources(taken.get(i), listed, inputs, i == taken.size() - 1);
      }
      complete = true;
    } catch (OffloadFailedException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // damaged files make HBase's readers throw both
      throw failure(e);
    } finally {
      if (!complete) {
        taken.forEach(this::discard);
      }
      discard(job);
    }
    return taken;
  }

  /** HBase's readers call a file corrupt whatever kept them from reading it. */
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
   * HBase replaces the inputs by whatever it is given, be it nothing. Compactions that leave
   * nothing are rare (stripes of which all cells have expired), so a list without a file is not
   * believed.
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
   * Deletes whatever the job has written. A compaction server that still writes there loses its
   * lease on the file, and with it the job.
   */
  void discard(CompactionJobId job) {
    discard(JobPaths.jobDir(tempDir, job));
  }

  /** Deletes an output that was taken over, or a job's folder; later, if HDFS is away. */
  void discard(Path path) {
    FileSystem fileSystem = fs; // what is tried again must not keep a closed store in memory
    String what = path + " of " + store;
    Uninterrupted.call(
        () -> {
          leftovers.delete(what, () -> fileSystem.delete(path, true));
          return null;
        });
  }

  private Path target(OutputFile output, Path familyDir) throws IOException {
    if (!FILE_NAME.matcher(output.getName()).matches()) {
      throw new IOException("no name of a store file: " + output.getName());
    }
    return new Path(folderFor(output, familyDir), output.getName());
  }

  private void move(CompactionJobId job, OutputFile output, Path to) throws IOException {
    Path from = JobPaths.output(tempDir, job, family, output.getName());
    boolean moved;
    try {
      moved = fs.rename(from, to);
    } catch (IOException e) {
      throw notTaken(from, e);
    }
    if (!moved) { // the job's lease has ended, and the folder is gone
      throw new OffloadFailedException(
          LocalReason.FAILED,
          Next.ANOTHER_SERVER,
          "cannot take over " + from + ": it is not there any more");
    }
  }

  private void mkdirs(Path folder) throws OffloadFailedException {
    try {
      fs.mkdirs(folder);
    } catch (IOException e) {
      throw notTaken(folder, e);
    }
  }

  /** HDFS is in trouble; nothing is wrong with the output. */
  private static OffloadFailedException notTaken(Path path, IOException cause) {
    return new OffloadFailedException(
        LocalReason.FAILED,
        Next.ANOTHER_SERVER,
        "cannot take over " + path + ": " + cause.getMessage(),
        cause);
  }

  /** HBase reads a date-tiered output's storage policy off the folder that it commits from. */
  private Path folderFor(OutputFile output, Path familyDir) throws IOException {
    if (!output.hasStoragePolicy()) {
      return familyDir;
    }
    if (!POLICY_NAME.matcher(output.getStoragePolicy()).matches()) {
      throw new IOException("no name of a storage policy: " + output.getStoragePolicy());
    }
    Path folder = new Path(familyDir, HConstants.STORAGE_POLICY_PREFIX + output.getStoragePolicy());
    mkdirs(folder);
    return folder;
  }

  /** Names of the files that the output lists as its sources. */
  private Set<String> check(Path path, OutputFile output) throws IOException {
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
      return ProtobufUtil.toCompactedStoreFiles(
          file.getMetadataValue(HStoreFile.COMPACTION_EVENT_KEY));
    } finally {
      file.closeStoreFile(false);
    }
  }

  /**
   * A region that opens archives whatever one of its files lists. So the inputs must be listed when
   * all outputs are in the store's folder, and not before.
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
