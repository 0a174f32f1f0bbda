package io.lighter.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Chooses the files of a store's folder that a secondary replica reads. The folder may hold the
 * inputs and the outputs of one compaction side by side, for as long as a warm-up of the primary
 * takes.
 *
 * <p>Reads are right with all inputs, with or without the outputs; and with all outputs alone. They
 * are wrong with some inputs, whose delete markers may be in another input, and with some outputs
 * alone. The primary archives inputs after the commit only, and when it commits, all outputs are in
 * the folder. A compaction is therefore known to be committed
 *
 * <ul>
 *   <li>once one of its inputs has left the folder,
 *   <li>once one of its outputs is itself the input of a compaction,
 *   <li>or if the primary says so in its WAL: a compaction marker, or the files of a region that
 *       has opened.
 * </ul>
 *
 * <p>From then on the replica reads none of the inputs, be they open already or not. Before that it
 * reads all inputs that are in the folder: HBase may take the outputs back.
 *
 * <p>HBase writes into each output which files went into it. It adds the inputs of those inputs
 * that were not archived yet (HBase's {@code StoreFileWriter}); that one of these has left the
 * folder says nothing about the output. Of several outputs each has the list, or the last one has
 * it together with the names of the others ({@link OrderedOutputs}).
 */
public final class ReplicaFiles {
  /** Outputs that are known to be committed; since the last choice, only those in the folder. */
  private final Set<String> committed = ConcurrentHashMap.newKeySet();

  /** What was read of files in the folder that are not open. Used by {@link #choose} alone. */
  private final Map<String, Origin> read = new HashMap<>();

  /**
   * What a file says about the compaction that has written it.
   *
   * @param inputs names of the files that it was made of; empty if it does not list any
   * @param earlierOutputs names of outputs of the same compaction that do not list any
   */
  public record Origin(Set<String> inputs, Set<String> earlierOutputs) {
    /** Of a file whose reader has been initialised. */
    public static Origin of(HStoreFile file) {
      return new Origin(
          StoreFileHolds.sourcesOf(List.of(file)), OrderedOutputs.earlierOutputs(file));
    }
  }

  /** Reads the origin of a file that is not open. */
  @FunctionalInterface
  public interface OriginReader {
    Origin read(StoreFileInfo file) throws IOException;
  }

  /**
   * What a replica reads from now on.
   *
   * @param names all files
   * @param inputsToOpen those of {@code names} that are not open and that another one was made of.
   *     They have to be opened before the others, one by one: of files that are opened together,
   *     HBase leaves out those that another one was made of, and it adds one file to a new stripe
   */
  public record Choice(Set<String> names, List<StoreFileInfo> inputsToOpen) {}

  /**
   * Chooses. One call at a time.
   *
   * @param found in the folder; with a tracker that keeps a list: in the list
   * @param open of the replica's store
   * @throws IOException if a file could not be read
   */
  public Choice choose(
      Collection<StoreFileInfo> found, Collection<HStoreFile> open, OriginReader reader)
      throws IOException {
    Map<String, Origin> ofOpen = new HashMap<>();
    open.forEach(file -> ofOpen.put(name(file), Origin.of(file)));
    Map<String, Origin> origins = new HashMap<>();
    for (StoreFileInfo file : found) {
      String name = file.getPath().getName();
      Origin known = ofOpen.getOrDefault(name, read.get(name));
      origins.put(name, known != null ? known : reader.read(file));
    }
    read.clear();
    read.putAll(origins);
    read.keySet().removeAll(ofOpen.keySet());

    committed.addAll(provenCommitted(origins));
    committed.retainAll(origins.keySet());
    Set<String> names = new LinkedHashSet<>(origins.keySet());
    committed.forEach(output -> names.removeAll(origins.get(output).inputs()));

    Set<String> inputs = new HashSet<>();
    names.forEach(name -> inputs.addAll(origins.get(name).inputs()));
    inputs.retainAll(names);
    inputs.removeAll(ofOpen.keySet());
    return new Choice(
        names, found.stream().filter(file -> inputs.contains(file.getPath().getName())).toList());
  }

  /** The primary has committed these files. */
  public void committed(Collection<String> names) {
    committed.addAll(names);
  }

  /**
   * The primary has committed a compaction.
   *
   * @param inputs those that the replica had
   * @param files of the replica's store, and outputs that it opens now
   */
  public void compacted(Collection<HStoreFile> inputs, Collection<HStoreFile> files) {
    Set<String> names = StoreChanges.names(inputs);
    for (HStoreFile file : files) {
      if (StoreFileHolds.sourcesOf(List.of(file)).stream().anyMatch(names::contains)) {
        committed.add(name(file));
      }
    }
  }

  /**
   * Outputs whose commit shows in the folder.
   *
   * @param origins of each file in the folder
   */
  static Set<String> provenCommitted(Map<String, Origin> origins) {
    Set<String> compacted = new HashSet<>();
    origins.values().forEach(origin -> compacted.addAll(origin.inputs()));
    Set<String> proven = new HashSet<>();
    origins.forEach(
        (output, origin) -> {
          boolean compactedAgain = // only what is committed is compacted
              compacted.contains(output)
                  || origin.earlierOutputs().stream().anyMatch(compacted::contains);
          if (!origin.inputs().isEmpty() && (compactedAgain || inputHasLeft(origin, origins))) {
            proven.add(output);
          }
        });
    return proven;
  }

  /** Whether one is gone that is not only an input of an input. */
  private static boolean inputHasLeft(Origin output, Map<String, Origin> origins) {
    Set<String> left = new HashSet<>(output.inputs());
    left.removeAll(origins.keySet());
    output.inputs().stream()
        .filter(origins::containsKey)
        .forEach(input -> left.removeAll(origins.get(input).inputs()));
    return !left.isEmpty();
  }

  private static String name(HStoreFile file) {
    return file.getPath().getName();
  }
}
