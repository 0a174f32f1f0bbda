// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.build.BuildJob;
import io.lighter.index.build.BuildJobId;
import io.lighter.index.build.BuildJobRunner;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.server.job.RefusedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Decides whether a command of this cluster could have sent a request. The request names one path,
 * the folder of its build, in which a job reads and writes; all other names are no paths.
 * Thread-safe.
 */
public final class BuildJobValidator {
  private static final int LONGEST_PATH = 1_000;
  private static final int LONGEST_TEXT = 10_000;
  private static final int MOST_REGIONS = 1_000_000;
  private static final int LARGEST_BLOCK = 1 << 28;
  private static final Pattern ATTEMPT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern REGION =
      Pattern.compile(RegionInfoBuilder.ENCODED_REGION_NAME_REGEX);

  private final FileSystem fs;
  private final Path rootDir;

  /**
   * Creates a validator for one cluster.
   *
   * @param fs HBase's file system
   * @param rootDir {@code hbase.rootdir}
   */
  public BuildJobValidator(FileSystem fs, Path rootDir) {
    this.fs = fs;
    this.rootDir = rootDir;
  }

  /**
   * Returns the requested job. Costs one call to the file system.
   *
   * @throws RefusedException if there is no such job
   * @throws IOException if the file system does not answer
   */
  public BuildJob validate(SubmitBuildJobRequest request) throws RefusedException, IOException {
    BuildJobId id = jobId(request);
    BuildId build = buildId(request);
    TableName table = table(request.getTable());
    IndexSpec spec = spec(request);
    ColumnFamilyDescriptor family = family(request.getFamilyDescriptor());
    BuildJob.Work work = work(request, table, spec);
    Path folder = folder(request.getFolder(), build);
    if (!BuildJobRunner.isFolder(fs, folder, build)) {
      throw new RefusedException(
          Refusal.NOT_FOUND,
          "folder %s: expected the folder lighter-index/%s of a build that runs"
              .formatted(quoted(request.getFolder()), build));
    }
    return new BuildJob(id, new IndexBuilder.Target(build, table, spec), folder, family, work);
  }

  private static BuildJobId jobId(SubmitBuildJobRequest request) throws RefusedException {
    try {
      return new BuildJobId(request.getJobId());
    } catch (IllegalArgumentException e) {
      throw invalid("job_id %s: %s".formatted(quoted(request.getJobId()), e.getMessage()), e);
    }
  }

  private static BuildId buildId(SubmitBuildJobRequest request) throws RefusedException {
    try {
      return new BuildId(request.getBuildId());
    } catch (IllegalArgumentException e) {
      throw invalid(
          "build_id %s: expected 'ib-' and 16 hexadecimal digits"
              .formatted(quoted(request.getBuildId())),
          e);
    }
  }

  private static TableName table(String name) throws RefusedException {
    TableName table;
    try {
      table = TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw invalid("table %s: expected NAMESPACE:TABLE, or TABLE".formatted(quoted(name)), e);
    }
    require(!table.isSystemTable(), "table %s is a system table".formatted(quoted(name)));
    return table;
  }

  private static IndexSpec spec(SubmitBuildJobRequest request) throws RefusedException {
    require(
        request.getDefinition().length() <= LONGEST_TEXT,
        "definition: expected at most %d characters".formatted(LONGEST_TEXT));
    try {
      return IndexSpec.parse(request.getIndex(), request.getDefinition());
    } catch (IndexSpecException e) {
      throw invalid(
          "index %s, definition %s: no definition of an index"
              .formatted(quoted(request.getIndex()), quoted(request.getDefinition())),
          e);
    }
  }

  private static ColumnFamilyDescriptor family(ByteString bytes) throws RefusedException {
    ColumnFamilyDescriptor family;
    try {
      family = ColumnFamilyDescriptorBuilder.parseFrom(bytes.toByteArray());
      require(
          family.getBlocksize() > 0 && family.getBlocksize() <= LARGEST_BLOCK,
          "family_descriptor: expected a block size of 1 to %d bytes".formatted(LARGEST_BLOCK));
      var unused = List.of(family.getCompressionType(), family.getDataBlockEncoding());
    } catch (DeserializationException | RuntimeException e) { // protobuf's, from HBase's parser
      throw invalid("family_descriptor is none", e);
    }
    require(
        Bytes.equals(family.getName(), IndexNames.family()),
        "family_descriptor: expected the family of an index table");
    return family;
  }

  private static BuildJob.Work work(SubmitBuildJobRequest request, TableName table, IndexSpec spec)
      throws RefusedException {
    require(request.hasRead() != request.hasMerge(), "expected either read or merge, and not both");
    return request.hasRead() ? read(request.getRead(), table, spec) : merge(request.getMerge());
  }

  private static BuildJob.Read read(SubmitBuildJobRequest.Read read, TableName name, IndexSpec spec)
      throws RefusedException {
    TableDescriptor table;
    RegionInfo region;
    try {
      table = TableDescriptorBuilder.parseFrom(read.getTableDescriptor().toByteArray());
      region = RegionInfo.parseFrom(read.getRegionInfo().toByteArray());
    } catch (DeserializationException | RuntimeException e) { // as above
      throw invalid("table_descriptor or region_info is none", e);
    }
    require(
        table.getTableName().equals(name) && region.getTable().equals(name),
        "a region or a descriptor of another table than " + name);
    require(
        region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID,
        "only a primary replica is read, not number " + region.getReplicaId());
    require(
        table.hasColumnFamily(spec.keys().family()),
        "table %s has no family of the index".formatted(name));
    require(
        ATTEMPT.matcher(read.getRestored()).matches(),
        "restored %s: expected the name of an attempt".formatted(quoted(read.getRestored())));
    return new BuildJob.Read(table, region, read.getRestored());
  }

  private static BuildJob.Merge merge(SubmitBuildJobRequest.Merge merge) throws RefusedException {
    require(
        Math.max(merge.getStart().size(), merge.getStop().size()) <= HConstants.MAX_ROW_LENGTH,
        "start or stop: expected at most %d bytes".formatted(HConstants.MAX_ROW_LENGTH));
    require(
        merge.getStop().isEmpty()
            || Bytes.compareTo(merge.getStart().toByteArray(), merge.getStop().toByteArray()) < 0,
        "stop: expected a row behind start");
    require(
        merge.getRegionCount() <= MOST_REGIONS,
        "region: expected at most %d names".formatted(MOST_REGIONS));
    for (String region : merge.getRegionList()) {
      require(
          region.length() <= LONGEST_PATH && REGION.matcher(region).matches(),
          "region %s: expected the encoded name of a region".formatted(quoted(region)));
    }
    return new BuildJob.Merge(
        merge.getStart(), merge.getStop(), List.copyOf(merge.getRegionList()));
  }

  /**
   * The build's folder: an absolute path in HBase's file system, outside of its root folder.
   * Hadoop's {@code Path} resolves {@code ..}, so the text is checked.
   */
  private Path folder(String text, BuildId build) throws RefusedException {
    String expected =
        "folder %s: expected an absolute path of HBase's file system, outside of its root folder,"
                .formatted(quoted(text))
            + " that ends with /lighter-index/%s".formatted(build);
    require(
        !text.isEmpty()
            && text.length() <= LONGEST_PATH
            && text.chars().noneMatch(Character::isISOControl)
            && Arrays.stream(text.split("/", -1)).noneMatch(BuildJobValidator::isDots)
            && text.startsWith("/")
            && !text.startsWith("//") // an authority would follow
            && text.endsWith("/lighter-index/" + build),
        expected);
    Path folder;
    try {
      folder = fs.makeQualified(new Path(text));
    } catch (IllegalArgumentException e) {
      throw invalid(expected, e);
    }
    require(!(folder + "/").startsWith(fs.makeQualified(rootDir) + "/"), expected);
    return folder;
  }

  private static boolean isDots(String segment) {
    return segment.equals(".") || segment.equals("..");
  }

  /** A quoted text for messages, within one line and without control characters. */
  static String quoted(String text) {
    String shown = text.substring(0, Math.min(128, text.length()));
    return "'" + shown.replaceAll("\\p{Cc}", "?") + "'";
  }

  private static void require(boolean condition, String otherwise) throws RefusedException {
    if (!condition) {
      throw new RefusedException(Refusal.INVALID, otherwise);
    }
  }

  private static RefusedException invalid(String message, Exception cause) {
    RefusedException refused = new RefusedException(Refusal.INVALID, message);
    refused.initCause(cause);
    return refused;
  }
}
