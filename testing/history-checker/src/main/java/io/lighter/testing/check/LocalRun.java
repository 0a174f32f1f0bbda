package io.lighter.testing.check;

import io.lighter.testing.cluster.ClientLogging;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What commands that test a local cluster of their own have in common: its start and end, where
 * logs go, and that they stay when something was wrong. Used by one thread.
 */
public final class LocalRun {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRun.class);
  private static final int MAX_MINUTES = 10_000;

  /** How often secondary replicas look for new files, see {@link FlushFloors#GRACE}. */
  public static final String REPLICA_REFRESH_KEY = "hbase.regionserver.storefile.refresh.period";

  /** Milliseconds. */
  public static final String REPLICA_REFRESH_MS = "2000";

  private final CommandSpec spec;

  /** What a command does with its cluster. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @return what was wrong; empty if nothing was
     * @throws IOException if it could not be done to its end
     */
    Optional<String> on(LocalCluster cluster) throws IOException, InterruptedException;
  }

  /** A run of a command. */
  public LocalRun(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * The value of {@code --minutes}.
   *
   * @throws ParameterException if nobody can mean it
   */
  public Duration duration(int minutes) {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ParameterException(
          spec.commandLine(), "--minutes %d: expected 1 to %d".formatted(minutes, MAX_MINUTES));
    }
    return Duration.ofMinutes(minutes);
  }

  /**
   * Looks at the value of {@code --json}.
   *
   * @param json null if it was not given
   * @throws ParameterException if the file cannot be written
   */
  public void checkJson(Path json) {
    if (json != null && !Files.isWritable(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "--json %s: expected a file that can be written".formatted(json));
    }
  }

  /**
   * The value of {@code --seed}.
   *
   * @param given null: another each time
   */
  public long seed(Long given) {
    return given != null ? given : new Random().nextInt(Integer.MAX_VALUE);
  }

  /**
   * Starts a cluster, and does the work on it.
   *
   * @param settings of the cluster
   * @param title of the work, such as "Checking for 5 min"
   * @return the command's exit code
   */
  public int run(LocalClusterSettings settings, String title, Work work)
      throws InterruptedException {
    ClientLogging.silence();
    say("Starting a cluster");
    PrintWriter terminal = spec.commandLine().getErr(); // is made of System.err when asked for
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      ClientLogging.toFile(cluster.logFolder().resolve(spec.name() + ".log"));
      say("%s, logs: %s".formatted(title, cluster.logFolder()));
      StandardError pastTheLog =
          StandardError.toFile(cluster.logFolder().resolve(spec.name() + ".err"));
      try (pastTheLog) {
        Optional<String> failure = work.on(cluster);
        return failure.isPresent() ? fail(failure.get(), cluster) : ExitCode.OK;
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return ExitCode.SOFTWARE;
        }
        LOG.error("Broke off", e);
        return fail(e.toString(), cluster);
      }
    } catch (IOException e) {
      terminal.println(spec.name() + " failed: " + e.getMessage());
      terminal.flush();
      return ExitCode.SOFTWARE;
    }
  }

  /** Prints a line, at once. */
  public void say(String text) {
    PrintWriter console = spec.commandLine().getOut();
    console.println(text);
    console.flush();
  }

  private int fail(String reason, LocalCluster cluster) {
    cluster.keepFiles();
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.name() + " failed: " + reason);
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
