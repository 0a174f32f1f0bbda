// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.dashboard;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;

/** A headless Chromium with its own profile. */
public final class Browser implements AutoCloseable {
  private static final String CHROMIUM = "chromium";
  private static final String DRIVER = "chromedriver";

  private static final String DRAWN =
      """
      return [...document.querySelectorAll('canvas')].filter((canvas) => {
        const copy = document.createElement('canvas');
        copy.width = canvas.width;
        copy.height = canvas.height;
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
        return pixels.some((value) => value !== 0);
      }).length""";

  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private final ChromeDriver driver;

  /**
   * Starts the browser.
   *
   * @param profile an empty folder
   * @throws IllegalStateException naming the missing program
   */
  public Browser(Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(installed(CHROMIUM).toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage", // containers have little of it
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(installed(DRIVER).toFile())
            .usingAnyFreePort()
            .build();
    driver =
        new ChromeDriver(
            service, options, ClientConfig.defaultConfig().readTimeout(Duration.ofMinutes(2)));
  }

  /**
   * Whether tests with a browser run: if one is installed, or if the environment requires one, as
   * {@code .ci/run} does.
   */
  public static boolean isToBeUsed() {
    return "required".equals(System.getenv("LIGHTER_TEST_BROWSER"))
        || (find(CHROMIUM).isPresent() && find(DRIVER).isPresent());
  }

  private static Optional<Path> find(String program) {
    return Arrays.stream(System.getenv("PATH").split(java.io.File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Path installed(String program) {
    return find(program)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    program
                        + " is not on the PATH: apt-get install chromium chromium-driver, or run"
                        + " .ci/run"));
  }

  public void open(String url) {
    driver.get(url);
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Sets the emulated system's preferred colour scheme. */
  void prefer(String colourScheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colourScheme))));
  }

  public Object run(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  /** Visible text of an element by selector; empty if the element is missing. */
  String text(String selector) {
    return String.valueOf(
        run("return document.querySelector(arguments[0])?.innerText ?? ''", selector));
  }

  /** Visible texts of all matching elements. */
  List<String> texts(String selector) {
    Object found =
        run(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)",
            selector);
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
  }

  void press(CharSequence keys) {
    focused().sendKeys(keys);
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  /**
   * Number of plots with a pixel; a page may draw some time after its creation. Reads copies, since
   * the browser complains of a canvas that is read twice.
   */
  public long drawnPlots() {
    return (long) run(DRAWN);
  }

  public void await(String what, BooleanSupplier condition) throws IOException {
    try {
      Await.until(what, TIMEOUT, condition::getAsBoolean);
    } catch (IOException e) {
      throw new IOException(e.getMessage() + "; the page says: " + text("body"), e);
    }
  }

  /** The page's console warnings and errors since the last call. */
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
