// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import java.util.Locale;

/** Why a job of a region's earlier owner is not adopted. Its files are then deleted. */
enum DropReason {
  /** The job's record is missing, incomplete, or not of this build's form. */
  RECORD,
  /** Table, region, engine or a setting that shapes the output is another one now. */
  SETTINGS,
  /** An input is gone or has another length: it was compacted, or has expired. */
  INPUTS,
  /** An input is being compacted. */
  COMPACTING,
  /** The store has a file that a compaction of all files should have read. */
  OLDER_FILE,
  /** A scan may need cells that the job has dropped. */
  READ_POINT,
  /** A major compaction of more files was requested. */
  MAJOR,
  /** The store did not compact within the grace. */
  EXPIRED,
  /** The store's compactions are local now, or the grace is 0. */
  LOCAL,
  /** The compaction server does not have the job, or the job has failed. */
  LOST,
  /** The region was split or merged. */
  PARENT;

  /** The word for logs and metrics. */
  String tag() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
