package io.lighter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.hadoop.hbase.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** The lines of {@code lighter --version}: what a bug report needs. */
public final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "Lighter " + lighter(),
      "HBase " + VersionInfo.getVersion(),
      "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
    };
  }

  private static String lighter() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Versions.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
