// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.lighter.common.PairServices;
import java.util.Arrays;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;

/**
 * The coprocessor service of transactions, as client and region know it.
 *
 * <p>Its messages are those of {@link PairServices}. The service has a name of its own, and thus a
 * table without the endpoint refuses a transaction. HBase's {@code MultiRowMutationService} would
 * write one without a look at what it had read.
 */
public final class TransactionService {
  /** Attribute of a scan whose value is the id of the transaction that reads. */
  public static final String ATTRIBUTE = "lighter.transaction";

  /** Most rows of a range that a transaction may read. */
  public static final int MOST_RANGE_ROWS = 1_000;

  private static final ServiceDescriptor DESCRIPTOR =
      PairServices.describe(
          "RegionTransactionService",
          Arrays.stream(Call.values()).map(call -> call.method).toList());

  /** The calls of the service. */
  public enum Call {
    /** Opens a snapshot. */
    BEGIN("Begin"),
    /** Checks the read set, and writes. */
    COMMIT("Commit"),
    /** Ends a snapshot without a commit. */
    END("End");

    private final String method;

    Call(String method) {
      this.method = method;
    }

    /** The method of the service. */
    MethodDescriptor descriptor() {
      return DESCRIPTOR.findMethodByName(method);
    }

    /** The call of a method of this service. */
    public static Call of(MethodDescriptor method) {
      return Arrays.stream(values())
          .filter(call -> call.method.equals(method.getName()))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no call: " + method.getFullName()));
    }
  }

  private TransactionService() {}

  /** The service. */
  public static ServiceDescriptor descriptor() {
    return DESCRIPTOR;
  }

  /** The message around a request or an answer. */
  public static NameBytesPair wrap(MessageLite content) {
    return PairServices.wrap(content);
  }

  /** The bytes of the request or the answer in a message. */
  public static byte[] unwrap(NameBytesPair message) {
    return PairServices.unwrap(message);
  }
}
