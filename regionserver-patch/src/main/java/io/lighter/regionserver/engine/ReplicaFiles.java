// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;

/**
 * Chooses the files of a store's folder that a secondary replica reads. The folder may hold the
 * inputs and the outputs of one compaction side by side, for as long as a warm-up of the primary
 * takes.
 *
 * <p>A read is right if it uses all inputs, with or without outputs, or if it uses all outputs
 * alone. A read is wrong with only some of the inputs, since their delete markers may be in another
 * input, and with only some of the outputs. The primary archives inputs after the commit only. When
 * the primary commits, all outputs are in the folder. A compaction is therefore known to be
 * committed
 *
 * <ul>
 *   <li>once one of its inputs has left the folder,
 *   <li>once one of its outputs is itself the input of a compaction,
 *   <li>or once the primary's WAL shows the commit: by a compaction marker, or by the files of a
 *       region that has opened.
 * </ul>
 *
 * <p>After the commit the replica reads the outputs alone, even if the replica has inputs open.
 * Before the commit the replica reads all inputs in the folder, since HBase may delete the outputs
 * again.
 *
 * <p>A replica that is warmed leaves out an uncommitted output, of which it has all inputs, until
 * the commit. Reads of such an output would miss the block cache.
 *
 * <p>HBase writes the names of the inputs into each output, and adds the inputs of those inputs
 * that are not archived yet (HBase's {@code StoreFileWriter}). The absence of such an indirect
 * input proves nothing about the output. Its name shows that it was compacted, once all outputs of
 * its compaction have been archived. Of several outputs each has the list, or the last one has the
 * list together with the names of the others ({@link OrderedOutputs}).
 *
 * <p>{@link #choose} is called by one thread at a time, while no other thread changes the store's
 * files (a refresh of {@link StoreChanges}). The other methods are thread-safe.
 */
public final class ReplicaFiles {
  /**
   * Names of outputs that are known to be committed. Each choice drops names that are not in the
   * folder.
   */
  private final Set<String> committed = ConcurrentHashMap.newKeySet();

  private final boolean leavesOutUncommitted;

  /** Origins by name of files in the folder that are not open. Used by {@link #choose} alone. */
  private final Map<String, Origin> originsOfUnopened = new HashMap<>();

  /**
   * Starts without known compactions.
   *
   * @param leavesOutUncommitted whether an output is opened only once it is committed
   */
  public ReplicaFiles(boolean leavesOutUncommitted) {
    this.leavesOutUncommitted = leavesOutUncommitted;
  }

  /**
   * The names in a file's metadata that show which compaction wrote the file.
   *
   * @param inputs names that the compaction's inputs have in a replica; empty if the file lists
   *     none
   * @param earlierOutputs names of outputs of the same compaction that list no inputs
   * @param hiddenInputs names of the inputs if the file lists none for HBase, since it is one of
   *     several outputs and not the last
   */
  public record Origin(Set<String> inputs, Set<String> earlierOutputs, Set<String> hiddenInputs) {
    /** The origin of a file whose reader has been initialised. */
    public static Origin of(HStoreFile file) {
      return new Origin(
          namesInReplica(StoreFileReferences.sourcesOf(List.of(file))),
          OrderedOutputs.earlierOutputs(file),
          namesInReplica(OrderedOutputs.inputsOf(file)));
    }

    /** Names that an output of this file may list, although they are inputs of inputs only. */
    Set<String> indirectInputs() {
      Set<String> indirect = new HashSet<>(inputs);
      indirect.addAll(hiddenInputs);
      return indirect;
    }
  }

  /**
   * Returns the name by which a secondary replica knows a file of its primary. For a link of a
   * split or a clone, and for a reference to a link, the replica's {@code StoreFileInfo} has the
   * path of the linked file (HBase's {@code ServerRegionReplicaUtil.getStoreFileInfo}).
   */
  static String nameInReplica(String name) {
    int end = StoreFileInfo.isReference(name) ? name.lastIndexOf('.') : name.length();
    String file = name.substring(0, end);
    return HFileLink.isHFileLink(file) ? HFileLink.getReferencedHFileName(file) : name;
  }

  private static Set<String> namesInReplica(Collection<String> names) {
    return names.stream().map(ReplicaFiles::nameInReplica).collect(Collectors.toSet());
  }

  /** Reads the origin of a file that is not open. */
  @FunctionalInterface
  public interface OriginReader {
    /** Opens the file, reads its origin, and closes the file. */
    Origin read(StoreFileInfo file) throws IOException;
  }

  /**
   * The files that a replica reads from now on.
   *
   * @param names names of all files
   * @param inputsToOpen files of {@code names} that are not open yet, and that another file of
   *     {@code names} lists as an input. The store adds these files before the others. Only stripes
   *     need the order: HBase's stripe engine rejects an input and its output for one new stripe in
   *     the same change
   */
  public record Choice(Set<String> names, List<StoreFileInfo> inputsToOpen) {}

  /**
   * Chooses the files to read.
   *
   * @param found files in the folder, or on the list of a tracker that keeps one
   * @param open open files of the replica's store
   * @param compacted names of files that a replayed compaction has replaced; never read again
   * @param reader called once for each file that is neither open nor known from an earlier call
   * @throws IOException if a file could not be read
   */
  public Choice choose(
      Collection<StoreFileInfo> found,
      Collection<HStoreFile> open,
      Set<String> compacted,
      OriginReader reader)
      throws IOException {
    Map<String, Origin> ofOpen = new HashMap<>();
    open.forEach(file -> ofOpen.put(name(file), Origin.of(file)));
    Map<String, Origin> origins = new HashMap<>();
    for (StoreFileInfo file : found) {
      String name = file.getPath().getName();
      Origin known = ofOpen.getOrDefault(name, originsOfUnopened.get(name));
      origins.put(name, known != null ? known : reader.read(file));
    }
    originsOfUnopened.clear();
    originsOfUnopened.putAll(origins);
    originsOfUnopened.keySet().removeAll(ofOpen.keySet());

    committed.addAll(provenCommitted(origins));
    committed.retainAll(origins.keySet());
    Set<String> names = new LinkedHashSet<>(origins.keySet());
    committed.forEach(output -> names.removeAll(origins.get(output).inputs()));
    names.removeAll(compacted);
    if (leavesOutUncommitted) {
      Set<String> leftOut = uncommitted(origins, names);
      leftOut.removeAll(ofOpen.keySet());
      leftOut.removeAll(committed);
      names.removeAll(leftOut);
    }

    Set<String> inputs = new HashSet<>();
    names.forEach(name -> inputs.addAll(origins.get(name).inputs()));
    inputs.retainAll(names);
    inputs.removeAll(ofOpen.keySet());
    return new Choice(
        names, found.stream().filter(file -> inputs.contains(file.getPath().getName())).toList());
  }

  /**
   * Notes that the primary has committed these files.
   *
   * @param names names of the files, as the replica knows them
   */
  public void committed(Collection<String> names) {
    committed.addAll(names);
  }

  /**
   * Notes that the primary has committed a compaction.
   *
   * @param inputs inputs that the replica had
   * @param files open files among which the outputs may be; other files have no effect
   */
  public void compacted(Collection<HStoreFile> inputs, Collection<HStoreFile> files) {
    Set<String> names = StoreChanges.names(inputs);
    for (HStoreFile file : files) {
      if (Origin.of(file).inputs().stream().anyMatch(names::contains)) {
        committed.add(name(file));
      }
    }
  }

  /**
   * Returns the names of outputs whose commit shows in the folder.
   *
   * @param origins origin of each file in the folder, by name
   */
  static Set<String> provenCommitted(Map<String, Origin> origins) {
    Set<String> compacted = new HashSet<>();
    origins.values().forEach(origin -> compacted.addAll(origin.inputs()));
    Set<String> proven = new HashSet<>();
    origins.forEach(
        (output, origin) -> {
          boolean compactedAgain = // compaction inputs are committed
              compacted.contains(output)
                  || origin.earlierOutputs().stream().anyMatch(compacted::contains);
          if (!origin.inputs().isEmpty() && (compactedAgain || inputHasLeft(origin, origins))) {
            proven.add(output);
          }
        });
    return proven;
  }

  /**
   * Returns the names of outputs that a read may leave out, since it uses all their inputs.
   *
   * @param origins origin of each file in the folder, by name
   * @param names files that the read would use
   */
  static Set<String> uncommitted(Map<String, Origin> origins, Set<String> names) {
    Set<String> outputs = new HashSet<>();
    names.forEach(
        output -> {
          Origin origin = origins.get(output);
          if (!origin.inputs().isEmpty() && names.containsAll(directInputs(origin, origins))) {
            outputs.add(output);
            outputs.addAll(origin.earlierOutputs());
          }
        });
    return outputs;
  }

  /** The inputs, without inputs of inputs that are in the folder. */
  private static Set<String> directInputs(Origin output, Map<String, Origin> origins) {
    Set<String> direct = new HashSet<>(output.inputs());
    output.inputs().stream()
        .filter(origins::containsKey)
        .forEach(input -> direct.removeAll(origins.get(input).indirectInputs()));
    return direct;
  }

  /** Whether a direct input, not only an input of an input, has left the folder. */
  private static boolean inputHasLeft(Origin output, Map<String, Origin> origins) {
    return !origins.keySet().containsAll(directInputs(output, origins));
  }

  private static String name(HStoreFile file) {
    return file.getPath().getName();
  }
}
