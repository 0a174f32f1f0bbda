package io.lighter.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.cluster.LocalCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every fault of the matrix, once: {@code mvn -Pchaos verify}. */
@Tag("chaos")
class FaultMatrixIT {
  private static final Logger LOG = LoggerFactory.getLogger(FaultMatrixIT.class);
  private static final long SEED = 1;

  @TempDir private Path parent;

  @Test
  void nothingIsLostWrongStuckOrLeftOverAfterAnyFault() throws Exception {
    List<Fault> faults = FaultMatrix.all();
    try (LocalCluster cluster =
        LocalCluster.start(ChaosRun.clusterSettings().parent(parent).build())) {
      ChaosReport report =
          new ChaosRun(cluster, SEED, outcome -> LOG.info("{}", outcome.words()))
              .run(faults.iterator(), () -> true);

      LOG.info("{}", report.toText());
      assertThat(report.outcomes()).extracting(FaultOutcome::fault).isEqualTo(faults);
      assertThat(report.outcomes())
          .allSatisfy(outcome -> assertThat(outcome.problems()).as(outcome.words()).isEmpty());
      assertThat(report.verdict().violations()).as(report.toText()).isZero();
      assertThat(report.passed()).as(report.toText()).isTrue();
    }
  }
}
