// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.IndexBuilder;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * A job of a build, as a compaction server gets it: all names are checked.
 *
 * @param id one attempt to run the job
 * @param target build, data table and definition
 * @param folder the build's folder, qualified
 * @param family family of the index table, for the form of files
 * @param work what is to be done
 */
public record BuildJob(
    BuildJobId id,
    IndexBuilder.Target target,
    Path folder,
    ColumnFamilyDescriptor family,
    Work work) {

  /** What a job does. */
  public sealed interface Work permits Read, Merge {
    /** The word for logs and reports. */
    String kind();

    /** The region that is read, or the first row of a merge. */
    String name();

    /** What is read or merged, for logs. */
    String subject();
  }

  /**
   * Writes the run of a region.
   *
   * @param table the table in the snapshot
   * @param restored name of the folder, below the build's attempts, with the snapshot's links
   */
  public record Read(TableDescriptor table, RegionInfo region, String restored) implements Work {
    @Override
    public String kind() {
      return "read";
    }

    @Override
    public String name() {
      return region.getEncodedName();
    }

    @Override
    public String subject() {
      return "region " + name();
    }
  }

  /**
   * Merges runs for a range of the index table.
   *
   * @param start first row
   * @param stop the row behind the last one; empty: the end of the table
   * @param regions encoded names of the regions that have a run
   */
  public record Merge(ByteString start, ByteString stop, List<String> regions) implements Work {
    @Override
    public String kind() {
      return "merge";
    }

    @Override
    public String name() {
      return Bytes.toStringBinary(start.toByteArray());
    }

    @Override
    public String subject() {
      return "entries from row '%s'".formatted(name());
    }
  }

  /**
   * What a job has done.
   *
   * @param entries number of entries of its file
   * @param attempt of a merge that has entries: name of the folder, below the build's attempts,
   *     with the merged file
   */
  public record Result(long entries, Optional<String> attempt) {}

  /** The job for log lines: build, index and subject. */
  public String describe() {
    return "%s of %s, index %s of %s, %s"
        .formatted(work.kind(), target.id(), target.spec().name(), target.table(), work.subject());
  }
}
