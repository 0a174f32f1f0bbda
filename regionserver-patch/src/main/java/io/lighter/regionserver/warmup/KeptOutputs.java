package io.lighter.regionserver.warmup;

import io.lighter.regionserver.warmup.remote.KeptOutput;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Which compaction server keeps which file, from the takeover of a job's output until its commit. A
 * compaction that HBase gives up in between leaves its entry behind, hence the bound. Thread-safe.
 */
final class KeptOutputs {
  private static final int MOST = 64;

  /** By file name. Guarded by this. */
  private final Map<String, KeptOutput> byFile =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, KeptOutput> eldest) {
          return size() > MOST;
        }
      };

  synchronized void add(List<String> files, KeptOutput output) {
    files.forEach(file -> byFile.put(file, output));
  }

  synchronized Optional<KeptOutput> find(String file) {
    return Optional.ofNullable(byFile.get(file));
  }

  /** Forgets the files; they are of one job, if of any. */
  synchronized Optional<KeptOutput> take(Collection<HStoreFile> files) {
    KeptOutput found = null;
    for (HStoreFile file : files) {
      KeptOutput output = byFile.remove(file.getPath().getName());
      found = output == null ? found : output;
    }
    return Optional.ofNullable(found);
  }
}
