// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

/** Why a call of a transaction was refused; the label of a metric. */
enum RefusalCause {
  /** Another write has changed what the transaction had read. */
  CONFLICT("conflict"),
  /** The snapshot is too old, or its region was opened after it. */
  SNAPSHOT_GONE("snapshot-gone"),
  /** The region server has as many open transactions as it may. */
  TOO_MANY("too-many"),
  /** As many durable commits as may wait for flushes do, or compactions are behind the flushes. */
  FLUSH_BUSY("flush-busy"),
  /** The request is one that no region accepts. */
  INVALID("invalid");

  private final String tag;

  RefusalCause(String tag) {
    this.tag = tag;
  }

  /** The last part of the metric's name. */
  String tag() {
    return tag;
  }
}
