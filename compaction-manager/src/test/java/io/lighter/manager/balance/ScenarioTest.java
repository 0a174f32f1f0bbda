package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the scripts in {@code src/test/resources/balance}: commands ({@link Scenario}), a line
 * {@code ----}, and what they print, up to an empty line. With {@code -Dlighter.test.rewrite=true}
 * the files get what was printed; read the difference before it is committed.
 */
class ScenarioTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/balance");
  private static final String SEPARATOR = "----";

  static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void scriptPrintsWhatItSays(Path script) throws Exception {
    String expected = Files.readString(script);

    String actual = play(expected.lines().toList());

    if (Boolean.getBoolean("lighter.test.rewrite")) {
      Files.writeString(script, actual);
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** The script with what its commands print. */
  private static String play(List<String> lines) throws Exception {
    Scenario scenario = new Scenario();
    StringBuilder played = new StringBuilder();
    List<String> commands = new ArrayList<>();
    boolean skipping = false;
    for (String line : lines) {
      if (skipping) {
        skipping = !line.isBlank();
      } else if (line.equals(SEPARATOR)) {
        played.append(line).append('\n');
        for (String command : commands) {
          played.append(scenario.run(command));
        }
        commands.clear();
        skipping = true;
      }
      if (!skipping) {
        played.append(line).append('\n');
        if (!line.isBlank() && !line.startsWith("#")) {
          commands.add(line);
        }
      }
    }
    assertThat(commands).as("commands behind the last ----").isEmpty();
    return played.toString();
  }
}
