// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.hbase.OrderedDateTieredCompactor;
import io.lighter.common.hbase.OrderedStripeCompactor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Several outputs of one compaction, of which only the last one lists the inputs.
 *
 * <p>HBase moves outputs into the store's folder one by one, in the order of the list that its
 * compactor returns ({@link StoreEngine#commitStoreFiles}). A region that opens archives each file
 * that another file lists ({@code StoreEngine.openStoreFiles}). HBase's own writers list all inputs
 * in each output, so a crash between two moves loses the cells of the outputs that were not moved
 * yet. With ordered outputs the inputs count until the last output has been moved. An output that
 * was moved before is a copy of cells that the inputs have, too; a read of both sees the inputs.
 *
 * <p>Stateless.
 */
@InterfaceAudience.Private
public final class OrderedOutputs {
  /**
   * Metadata of each output but the last: the names that the last output lists, with {@link
   * #SEPARATOR} in between. Only Lighter reads them. With a tracker that keeps a list, they
   * distinguish an uncommitted output from a file with data.
   */
  static final byte[] INPUTS = Bytes.toBytes("LIGHTER_INPUTS");

  /**
   * Metadata of the last output: names of the others, with {@link #SEPARATOR} in between. A
   * secondary replica, which does not archive inputs, can tell from these names that the inputs
   * were compacted: one of these outputs was compacted again.
   */
  static final byte[] EARLIER_OUTPUTS = Bytes.toBytes("LIGHTER_EARLIER_OUTPUTS");

  private static final String SEPARATOR = ",";

  private OrderedOutputs() {}

  /**
   * Makes an engine of HBase write ordered outputs, from its next compaction on. Leaves an engine
   * unchanged unless its compactor is one of HBase's two for several outputs.
   *
   * @param engine engine of {@code store}, before its first compaction
   * @param conf configuration with which the engine was made
   */
  public static void install(StoreEngine<?, ?, ?, ?> engine, Configuration conf, HStore store) {
    if (engine instanceof StripeStoreEngine stripes
        && stripes.compactor.getClass() == StripeCompactor.class) {
      stripes.compactor = new OrderedStripeCompactor(conf, store);
    } else if (engine instanceof DateTieredStoreEngine tiers
        && tiers.compactor.getClass() == DateTieredCompactor.class) {
      tiers.compactor = new OrderedDateTieredCompactor(conf, store);
    }
  }

  /**
   * Completes the files of {@code writer} as {@link AbstractMultiFileWriter#commitWriters(long,
   * boolean, Collection)} does, except for the inputs in their metadata. If no cell is left, and
   * HBase's writer for stripes of equal size has no file, an empty file keeps {@code
   * maxSequenceId}: the store's highest sequence id must not decrease (HBASE-6059).
   *
   * <p>As in HBase (HBASE-20724), the list also has the inputs of the inputs that are not archived
   * yet. Such an input's list may be the only file that shows that they were compacted.
   *
   * @param inputs inputs, which only the last file lists
   * @param retired compacted files of the store that may not be archived yet; only their names are
   *     used
   * @return the files in the order in which they have to be moved; may be empty
   */
  public static List<Path> commit(
      AbstractMultiFileWriter writer,
      long maxSequenceId,
      boolean major,
      Collection<HStoreFile> inputs,
      Collection<HStoreFile> retired)
      throws IOException {
    writer.preCommitWriters();
    if (writer instanceof StripeMultiFileWriter stripes && stripes.existingWriters.isEmpty()) {
      stripes.setNoStripeMetadata();
      stripes.existingWriters.add(writer.writerFactory.createWriter());
    }
    List<StoreFileWriter> files = writer.writers().stream().filter(Objects::nonNull).toList();
    Series series = new Series(maxSequenceId, major, inputs, retired);
    for (StoreFileWriter file : files) {
      boolean isLast = series.paths.size() == files.size() - 1;
      writer.preCloseWriter(file);
      if (isLast) {
        series.completeLast(file);
      } else {
        series.complete(file);
      }
    }
    return series.paths();
  }

  /**
   * The outputs of one compaction, each completed when its last cell has been written. Used by one
   * thread.
   */
  public static final class Series {
    private final long maxSequenceId;
    private final boolean major;
    private final List<HStoreFile> listed;
    private final List<Path> paths = new ArrayList<>();

    /**
     * Creates an empty series. The parameters are those of {@link #commit}.
     *
     * @param retired compacted files of the store that may not be archived yet
     */
    public Series(
        long maxSequenceId,
        boolean major,
        Collection<HStoreFile> inputs,
        Collection<HStoreFile> retired) {
      this.maxSequenceId = maxSequenceId;
      this.major = major;
      listed = withRetiredInputsOf(inputs, retired);
    }

    /** Completes and closes a file that is not the last one. */
    public void complete(StoreFileWriter file) throws IOException {
      file.appendFileInfo(INPUTS, Bytes.toBytes(namesOf(listed)));
      close(file, Set.of());
    }

    /** Completes and closes the last file, which lists the inputs. */
    public void completeLast(StoreFileWriter file) throws IOException {
      if (!paths.isEmpty()) {
        String names = paths.stream().map(Path::getName).collect(Collectors.joining(SEPARATOR));
        file.appendFileInfo(EARLIER_OUTPUTS, Bytes.toBytes(names));
      }
      close(file, listed);
    }

    private void close(StoreFileWriter file, Collection<HStoreFile> sources) throws IOException {
      file.appendMetadata(maxSequenceId, major, sources);
      paths.add(file.getPath());
      file.close();
    }

    /** Returns the files so far, in the order in which they have to be moved. */
    public List<Path> paths() {
      return List.copyOf(paths);
    }
  }

  /** Files, and the inputs of the compactions that wrote them, if these are retired. */
  private static List<HStoreFile> withRetiredInputsOf(
      Collection<HStoreFile> files, Collection<HStoreFile> retired) {
    Set<String> inputs = new HashSet<>();
    for (HStoreFile file : files) {
      inputs.addAll(file.getCompactedStoreFiles());
      inputs.addAll(inputsOf(file));
    }
    List<HStoreFile> all = new ArrayList<>(files);
    retired.stream().filter(file -> inputs.contains(file.getPath().getName())).forEach(all::add);
    return all;
  }

  private static String namesOf(Collection<HStoreFile> files) {
    return files.stream()
        .map(file -> file.getPath().getName())
        .distinct()
        .sorted()
        .collect(Collectors.joining(SEPARATOR));
  }

  /**
   * Names of the inputs of the compaction that wrote {@code file}, and of their inputs that were
   * not archived then, if the file is one of several ordered outputs and not the last one. Empty
   * otherwise.
   *
   * @param file file with an initialised reader
   */
  public static Set<String> inputsOf(HStoreFile file) {
    byte[] names = file.getMetadataValue(INPUTS);
    return names == null ? Set.of() : Set.of(Bytes.toString(names).split(SEPARATOR));
  }

  /**
   * Names of the outputs that were written before {@code file} by the same compaction. Empty unless
   * {@code file} is the last one of several ordered outputs.
   *
   * @param file file with an initialised reader
   */
  public static Set<String> earlierOutputs(HStoreFile file) {
    byte[] names = file.getMetadataValue(EARLIER_OUTPUTS);
    return names == null ? Set.of() : Set.of(Bytes.toString(names).split(SEPARATOR, -1));
  }
}
