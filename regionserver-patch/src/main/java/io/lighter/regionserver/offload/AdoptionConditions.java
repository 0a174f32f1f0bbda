// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the output of a job of an earlier owner may replace files of the region's present
 * owner.
 *
 * <p>The output is what the present owner would write, except for the moment: the job has dropped
 * versions and delete markers by the earlier owner's smallest read point R. A scan with a read
 * point P of at least R reads the same from the output as from the inputs. If P is at least the
 * highest sequence id M of the inputs, the scan sees all cells of the inputs, and R plays no part.
 * So the present smallest read point must be at least the smaller one of R and M. It only grows,
 * except for scans that a client continues after the move: these were open at the earlier owner, so
 * their read points are at least R.
 *
 * <p>Files that were flushed or loaded since are newer than the inputs, as during a compaction of
 * one region server alone. Stateless.
 */
final class AdoptionConditions {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOffload.class);

  private AdoptionConditions() {}

  /**
   * A file of the store.
   *
   * @param length bytes, by the file's reader
   * @param maxSequenceId the file's sequence id
   * @param maxCellSequenceId highest sequence id of a cell that the file has with its cells
   * @param isCompacting whether a compaction has selected the file
   */
  record StoredFile(
      String name, long length, long maxSequenceId, long maxCellSequenceId, boolean isCompacting) {
    private long newest() {
      return Math.max(maxSequenceId, maxCellSequenceId);
    }
  }

  /**
   * Compares the request with the one that the present owner would submit. Inputs are not compared.
   *
   * @param left request of the earlier owner
   * @param own table, region, family, engine and configuration of the present owner
   */
  static Optional<DropReason> ofRequest(SubmitRequest left, SubmitRequest own) {
    if (ServerNames.parse(left.getCompactionServer()).isEmpty()
        || left.getInputCount() == 0
        || (left.getMajor() && !left.getAllFiles())) {
      return Optional.of(DropReason.RECORD);
    }
    Optional<DropReason> described = ofDescriptors(left, own);
    if (described.isPresent()) {
      return described;
    }
    boolean isSame =
        left.getFamily().equals(own.getFamily())
            && left.getEngine().equals(own.getEngine())
            && left.getPlan().equals(CompactionPlan.getDefaultInstance())
            && !left.getInFamilyFolder()
            && settings(left).equals(settings(own));
    return isSame ? Optional.empty() : Optional.of(DropReason.SETTINGS);
  }

  /** Compares the parsed descriptors, as the bytes of equal ones may differ. */
  private static Optional<DropReason> ofDescriptors(SubmitRequest left, SubmitRequest own) {
    try {
      TableDescriptor table =
          TableDescriptorBuilder.parseFrom(left.getTableDescriptor().toByteArray());
      TableDescriptor ownTable =
          TableDescriptorBuilder.parseFrom(own.getTableDescriptor().toByteArray());
      RegionInfo region = RegionInfo.parseFrom(left.getRegionInfo().toByteArray());
      RegionInfo ownRegion = RegionInfo.parseFrom(own.getRegionInfo().toByteArray());
      boolean isSame =
          TableDescriptor.COMPARATOR.compare(table, ownTable) == 0
              && region.getEncodedName().equals(ownRegion.getEncodedName());
      return isSame ? Optional.empty() : Optional.of(DropReason.SETTINGS);
    } catch (DeserializationException | RuntimeException e) { // also protobuf's
      LOG.info("cannot read the record of a job: {}", left.getJobId(), e);
      return Optional.of(DropReason.RECORD);
    }
  }

  private static Map<String, String> settings(SubmitRequest request) {
    Map<String, String> settings = new HashMap<>();
    for (ConfigurationEntry entry : request.getConfigurationList()) {
      settings.put(entry.getKey(), entry.getValue());
    }
    return settings;
  }

  /**
   * Compares the job's inputs with the store.
   *
   * @param files the store's files, without compacted ones
   * @param smallestReadPoint of the region, now
   * @param needsMajor whether the compaction must be a major one of all files
   */
  static Optional<DropReason> ofStore(
      SubmitRequest left, List<StoredFile> files, long smallestReadPoint, boolean needsMajor) {
    Map<String, StoredFile> byName =
        files.stream().collect(Collectors.toMap(StoredFile::name, Function.identity()));
    long newestInput = 0;
    for (InputFile input : left.getInputList()) {
      StoredFile file = byName.remove(input.getName());
      if (file == null || file.length() != input.getLength()) {
        return Optional.of(DropReason.INPUTS);
      }
      if (file.isCompacting()) {
        return Optional.of(DropReason.COMPACTING);
      }
      newestInput = Math.max(newestInput, file.newest());
    }
    if (smallestReadPoint < Math.min(left.getSmallestReadPoint(), newestInput)) {
      return Optional.of(DropReason.READ_POINT);
    }
    for (StoredFile other : byName.values()) { // delete markers were dropped
      if (left.getAllFiles() && other.maxSequenceId() <= newestInput) {
        return Optional.of(DropReason.OLDER_FILE);
      }
    }
    return needsMajor && !(left.getMajor() && byName.isEmpty())
        ? Optional.of(DropReason.MAJOR)
        : Optional.empty();
  }
}
