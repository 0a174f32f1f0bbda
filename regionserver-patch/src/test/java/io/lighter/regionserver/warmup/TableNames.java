package io.lighter.regionserver.warmup;

import java.lang.reflect.Field;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * HBase keeps the name of every table that it was ever asked about, in a set that is copied at each
 * addition. Who makes up names by the million has to empty it.
 */
public final class TableNames {
  private TableNames() {}

  /** Forgets all of them. */
  public static void forget() {
    try {
      Field cache = TableName.class.getDeclaredField("tableCache");
      cache.setAccessible(true);
      ((Set<?>) cache.get(null)).clear();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("another HBase", e);
    }
  }
}
